/** Before the name: what loaders of webpack, Sass and Parcel have there; after it: a path or a query. */
const quoted =
  /["'`(](?:[^"'`()\s!]*!)*(?:~|pkg:|npm:)?((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^"'`)\n]*|\?[\w&=.,-]+)?["'`)]/g;
/** In a comment: compilers import the runtime of JSX from there. */
const pragma = /@jsxImportSource\s+((?:@[\w.-]+\/)?\w[\w.-]*)/g;

/**
 * Which files name a package, in quotes, in `url()` or as the source of JSX: as an import in any syntax, or otherwise.
 * @param sources what is in files, by path
 */
export function findMentions(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const mentions = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const found = [...text.matchAll(quoted), ...text.matchAll(pragma)];
    for (const name of new Set(found.map(([, one = '']) => one))) {
      const files = mentions.get(name);
      if (files) files.push(file);
      else mentions.set(name, [file]);
    }
  }
  return mentions;
}
