import type { ScenarioShot, ScenarioTest } from './Driver.js';

/** How a runner's test files are written. */
interface Dialect {
  /** The function that a test is given to. */
  keyword: 'test' | 'it';
  /** A test queues commands, and is not a promise itself: what it throws has to wait for them. */
  isQueued?: true;
  /** What comes before the pictures of a test. */
  begin?: string;
  /** Shows the page of that source, which may use `attempt`. */
  show: (html: string) => string;
  /** Takes a picture with these arguments. */
  take: (name: string | undefined, options: object) => string;
}

/** The source of a scenario's test, in which `attempt` counts its attempts; the file declares `attempts`. */
export function countedTest(
  test: ScenarioTest,
  { keyword, isQueued, begin = '', show, take }: Dialect,
): string {
  const { file, title, shots, fails, killsRunner } = test;
  const shown = shots.map(
    (shot) =>
      `  ${shot.isOnlyFirst ? 'if (attempt === 0)' : ''} {
    ${show(htmlOf(shot))};
    ${take(nameOf(shot, file), optionsOf(shot))};
  }`,
  );
  const failure = `if (attempt !== ${fails === 'always' ? -1 : 1}) throw new Error('fails');`;
  return `
${keyword}(${JSON.stringify(title)}, ${isQueued ? '' : 'async '}() => {
  const attempt = attempts[${JSON.stringify(title)}] ?? 0;
  attempts[${JSON.stringify(title)}] = attempt + 1;
${begin}${shown.join('\n')}
${fails ? `  ${isQueued ? `cy.wrap(null).then(() => { ${failure} });` : failure}` : ''}
${killsRunner ? "  process.kill(process.ppid, 'SIGKILL');" : ''}
});`;
}

const htmlOf = ({ color, retryColor = color, isMasked }: ScenarioShot) =>
  `\`<body style="margin:0;background:\${attempt ? '${retryColor}' : '${color}'}"><h1>\${${isMasked ? 'Date.now()' : "''"}}</h1><p>text</p></body>\``;

const nameOf = ({ name, own }: ScenarioShot, file: string) => name && (own ? name : `${file} > ${name}`);

const optionsOf = ({ own, isMasked, target }: ScenarioShot) => ({
  ...own,
  ...(isMasked ? { mask: ['h1'] } : {}),
  ...(target === 'element' ? { element: 'p' } : {}),
  ...(target === 'full page' ? { fullPage: true } : {}),
});

/** A name to stand before further arguments, if there is one. */
export const firstArgument = (name: string | undefined): string => (name ? `${JSON.stringify(name)}, ` : '');
