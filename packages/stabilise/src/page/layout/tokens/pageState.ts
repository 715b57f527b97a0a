/** What, beside the style sheets, the custom properties of a page depend on: equal while none of it changed. */
export function pageState(sheets: readonly CSSStyleSheet[]): string {
  const asked = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(prefers-contrast)', 'print'];
  let state = `${innerWidth} ${innerHeight} ${devicePixelRatio}`;
  for (let index = 0; index < asked.length; index += 1)
    state += Number(matchMedia(asked[index] ?? '').matches);
  for (let index = 0; index < sheets.length; index += 1) {
    const { disabled, media } = sheets[index] as CSSStyleSheet;
    state += disabled || media.length > 0 ? `\n${disabled} ${media.mediaText}` : '';
  }
  const elements = [document.documentElement, document.body];
  for (let index = 0; index < elements.length; index += 1) {
    const { attributes } = elements[index] ?? {};
    state += '\n';
    for (let place = 0; attributes && place < attributes.length; place += 1) {
      const { name, value } = attributes[place] as Attr;
      state += `${name}=${value}\t`;
    }
  }
  return state;
}
