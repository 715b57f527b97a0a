import assert from 'node:assert/strict';

/**
 * Reads the table of contents, docs/README.md: `## Group` headings over lists of `- [Label](file.md): what it is about`.
 *
 * @param {string} markdown
 * @returns {{group: string, pages: {label: string, source: string, description: string}[]}[]} `source` relative to docs/
 */
export function readContents(markdown) {
  const groups = [];
  for (const line of markdown.split('\n')) {
    const [, group] = /^## (.+)$/.exec(line) ?? [];
    if (group) groups.push({ group, pages: [] });
    if (!line.startsWith('- ')) continue;
    const entry = /^- \[(?<label>[^\]]+)\]\((?<source>[^)#]+)\): (?<description>.+)$/.exec(line);
    assert(entry, `docs/README.md: "${line}" is not "- [Label](file.md): what it is about"`);
    assert(groups.length > 0, `docs/README.md: "${line}" comes before the first "## Group"`);
    groups.at(-1).pages.push({ ...entry.groups });
  }
  return groups;
}
