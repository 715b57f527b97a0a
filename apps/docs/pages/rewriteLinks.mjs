/** Fenced code, code spans and comments, in which nothing is a link. */
const opaque = /^( *)(`{3,}|~{3,}).*?^\1\2[^\n]*$|(`+)(?!`).*?(?<!`)\3(?!`)|<!--.*?-->/gms;
const link = /(?<=\]\()(?<target>[^()\s]+)(?=\)|\s+")|(?<=^\[[^\]]+\]: )(?<defined>\S+)/gm;

/**
 * Replaces the targets of the links and images of a Markdown text.
 *
 * @param {string} markdown
 * @param {(target: string) => string} replace
 */
export function rewriteLinks(markdown, replace) {
  let done = 0;
  let result = '';
  const rewrite = (text) => text.replace(link, (target) => replace(target));
  for (const match of markdown.matchAll(opaque)) {
    result += rewrite(markdown.slice(done, match.index)) + match[0];
    done = match.index + match[0].length;
  }
  return result + rewrite(markdown.slice(done));
}
