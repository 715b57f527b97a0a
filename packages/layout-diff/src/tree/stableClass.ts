/** Characters of a class; longer ones are of no build tool, and take long to read. */
const longest = 200;

/**
 * What of a class token is the same in each build: the build tools of CSS modules, Emotion, styled-components, Svelte and others
 * add a hash to it, or make it of a hash alone. Empty where nothing is left.
 */
export function stableClass(token: string): string {
  if (token.length > longest) return token;
  if (
    /^(svelte|jsx|css|sc|c|jss|tss|go|e)-?[\dA-Za-z]*$/.test(token) &&
    isHash(token.replace(/^[a-z]+-/, ''))
  )
    return '';
  // Vite: `_root_1x2y3_5`.
  const vite = /^_(.+)_[\dA-Za-z]{4,8}_\d+$/.exec(token);
  if (vite?.[1]) return vite[1];
  // Emotion with a label: `css-1ab2c3-Button`.
  const emotion = /^css-([\da-z]+)-(.+)$/.exec(token);
  if (emotion?.[1] && emotion[2] && isHash(emotion[1])) return stableClass(emotion[2]);
  // styled-components: `Card__Title-sc-1abc2d-0`.
  const styled = /^(.+?)-sc-[\dA-Za-z]+-\d+$/.exec(token);
  if (styled?.[1]) return styled[1];
  const parts = token.split(/(__+|--?|_)/);
  while (parts.length > 1 && isHash(parts.at(-1) ?? '')) parts.splice(-2);
  const rest = parts.join('').replace(/[-_]+$/, '');
  // JSS numbers its rules: `makeStyles-root-12`.
  const named = rest.replace(/^((?:makeStyles|withStyles|jss)\S*?)-?\d+$/, '$1');
  return isHash(named) ? '' : named;
}

/** Digits between letters, or capitals where no word has them. */
function isHash(text: string): boolean {
  if (!/^[\dA-Za-z]{5,12}$/.test(text)) return false;
  if (/^[\da-f]{6,}$/.test(text) && /\d/.test(text)) return true;
  if (/\d[A-Za-z]/.test(text)) return true;
  return /^(?=.*[a-z][A-Z]+[a-z]*[A-Z]|[A-Z][a-z]?[A-Z])[A-Za-z]{5,8}$/.test(text) && !/[a-z]{4}/.test(text);
}

/** Names that React, Radix and others number while a page is made: another element before it changes them. */
export const stableId = (id: string): string => id.replace(/:r[\da-z]*:|«r[\da-z]*»|_r_[\da-z]+_|\d+/g, '#');

const utility =
  /^(?:-?[mp][trblxyse]?-|[wh]-|(?:min|max)-[wh]-|size-|text-|font-|leading-|tracking-|bg-|border|rounded|shadow|gap-|space-|items-|justify-|content-|self-|place-|grid|flex|inline|block|hidden|table$|absolute|relative|fixed|sticky|static|top-|left-|right-|bottom-|inset-|z-|order-|col-|row-|overflow-|opacity-|cursor-|select-|transition|duration-|ease-|animate-|truncate|uppercase|lowercase|capitalize|underline|antialiased|container$|ring|outline|object-|align-|whitespace-|break-|list-|sr-only|group$|peer$|fill-|stroke-|shrink|grow|basis-|aspect-|pointer-events-|leading)/;

/** Whether a class says how something looks and not what it is. */
export const isUtility = (token: string): boolean => /[:[\]/]/.test(token) || utility.test(token);
