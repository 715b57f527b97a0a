/** The part of a story's id that names its component: `forms-button` of `forms-button--primary`. */
const componentOf = (id: string): string => id.split('--')[0] ?? id;

/**
 * The id of the documentation of a story in the index of a Storybook: the page of its component, else one that is written about its
 * file. Null where there is none.
 * @param index `index.json` as it was uploaded: anything
 */
export function findDocsPage(index: unknown, storyId: string): string | null {
  const entries = listEntries(index);
  const docs = entries.filter(({ type }) => type === 'docs');
  const own = docs.find(({ id }) => componentOf(id) === componentOf(storyId));
  if (own) return own.id;
  const file = entries.find(({ id }) => id === storyId)?.importPath;
  return docs.find(({ storiesImports }) => file !== undefined && storiesImports.includes(file))?.id ?? null;
}

interface Entry {
  id: string;
  type: unknown;
  importPath: string | undefined;
  storiesImports: readonly unknown[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listEntries(index: unknown): Entry[] {
  if (!isRecord(index) || !isRecord(index.entries)) return [];
  return Object.values(index.entries).flatMap((entry): Entry[] => {
    if (!isRecord(entry) || typeof entry.id !== 'string') return [];
    const { id, type, importPath, storiesImports } = entry;
    return [
      {
        id,
        type,
        importPath: typeof importPath === 'string' ? importPath : undefined,
        storiesImports: Array.isArray(storiesImports) ? storiesImports : [],
      },
    ];
  });
}
