/** Strings, brackets, and names: short ones are what a minifier calls variables. */
const token =
  /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[{}()[\]]|(?<![\w$.#/]|\.\.)(?:\.{3})?[A-Za-z_$][\w$]*/g;

const keywords = new Set(['if', 'in', 'do', 'of']);
const opensBlock = /(?:^|[){};]|=>|(?<![\w$.])(?:else|try|do|finally))\s*$/;

/** Runtimes are shorter by far. */
const longest = 128 * 1024;
/** Of the text before a token. */
const before = 12;

/**
 * The text with its short names of variables replaced by numbers, in the order in which they first appear: minifiers choose
 * them by how often letters are used, also in the names of files. Two texts are the same with numbers if one can be made of
 * the other by renaming variables, no two of them alike. Names of properties stay as they are.
 */
export function numberNames(text: string): string {
  // Methods of classes are not told from calls, and variables in templates would stay as they are.
  if (text.length > longest || /(?<![\w$.])class\b|\$\{/.test(text)) return text;
  const numbers = new Map<string, string>();
  const isObject: boolean[] = [];
  return text.replace(token, (found, at: number) => {
    const left = text.slice(Math.max(0, at - before), at).trimEnd();
    const right = text.slice(at + found.length, at + found.length + before).trimStart();
    if (found === '{') isObject.push(!opensBlock.test(left));
    else if (found === '(' || found === '[') isObject.push(false);
    else if (found === '}' || found === ')' || found === ']') isObject.pop();
    const [, dots = '', name = ''] = /^(\.{3})?([A-Za-z_$][\w$]?)$/.exec(found) ?? [];
    if (name === '' || keywords.has(name)) return found;
    const isFirst = dots === '' && /[{,]$/.test(left);
    if (isFirst && (right.startsWith(':') || (isObject.at(-1) && right.startsWith('(')))) return found;
    const number = numbers.get(name) ?? `ª${numbers.size}`;
    numbers.set(name, number);
    // A variable that gives a property its name as well.
    const isShorthand = isFirst && isObject.at(-1) && /^[,}=]/.test(right);
    return isShorthand ? `${name}:${number}` : dots + number;
  });
}
