interface Renderer {
  browser: string;
  version: string;
  platform: string;
  /** What else there is, by its name: fonts, flags. */
  rest: Map<string, string>;
}

/** Takes `HeadlessChrome/156.0 linux-x64, fonts 038ac303` apart. */
function parse(text: string): Renderer {
  const [program = '', ...rest] = text.split(', ');
  const [browser = '', ...platform] = program.split(' ');
  const [name = '', version = ''] = browser.split('/');
  return {
    browser: name.replace('HeadlessChrome', 'Chrome'),
    version,
    platform: platform.join(' '),
    rest: new Map(
      rest.map((part) => {
        const [what = '', ...value] = part.split(' ');
        return [what, value.join(' ')];
      }),
    ),
  };
}

/** `Chrome 156 on linux-x64`. */
export function rendererWords(text: string): string {
  const { browser, version, platform } = parse(text);
  return [`${browser} ${version.split('.')[0] ?? ''}`.trim(), platform && `on ${platform}`]
    .filter(Boolean)
    .join(' ');
}

/** What is not the same in two renderers: `Chrome 149.0 → 156.0, other fonts`. */
export function rendererChange(before: string, after: string): string {
  const [from, to] = [parse(before), parse(after)];
  const words: string[] = [];
  if (from.browser !== to.browser || from.version !== to.version) {
    words.push(
      `${from.browser} ${from.version} → ${from.browser === to.browser ? '' : `${to.browser} `}${to.version}`,
    );
  }
  if (from.platform !== to.platform) words.push(`${from.platform} → ${to.platform}`);
  for (const what of new Set([...from.rest.keys(), ...to.rest.keys()])) {
    if (from.rest.get(what) !== to.rest.get(what)) words.push(`other ${what}`);
  }
  return words.join(', ') || `${before} → ${after}`;
}
