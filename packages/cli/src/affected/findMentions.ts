const quoted = /["'`(]~?((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^"'`)\n]*)?["'`)]/g;

/**
 * Which files name a package, in quotes or in `url()`: as an import in any syntax, or otherwise.
 * @param sources what is in files, by path
 */
export function findMentions(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const mentions = new Map<string, string[]>();
  for (const [file, text] of sources) {
    for (const name of new Set([...text.matchAll(quoted)].map(([, found = '']) => found))) {
      const files = mentions.get(name);
      if (files) files.push(file);
      else mentions.set(name, [file]);
    }
  }
  return mentions;
}
