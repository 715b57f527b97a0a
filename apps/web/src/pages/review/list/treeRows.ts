import type { ReviewItem } from '../../../client/presentReview.js';
import { partsOf } from '../../../words/displayName.js';
import { isPending } from '../decisions/applyDecision.js';
import { cardsOf } from './cardsOf.js';
import type { FolderLine, ListRow } from './listRows.js';

interface Folder {
  title: string;
  folders: Map<string, Folder>;
  results: ReviewItem[];
}

const makeFolder = (title: string): Folder => ({ title, folders: new Map(), results: [] });

/**
 * Results by the path of their story, in the order in which they are met. Folders in which there is only one other folder are
 * one row with it.
 * @param closed folders that do not show what is in them
 */
export function treeRows(results: readonly ReviewItem[], closed: ReadonlySet<string>): ListRow[] {
  const cards = new Map(cardsOf(results).flatMap((card) => card.map((result) => [result, card])));
  const rows: ListRow[] = [];
  const show = (folder: Folder, path: string, depth: number) => {
    const size = folder.folders.size + folder.results.length;
    let position = 0;
    for (const child of folder.folders.values()) {
      const [title, inner] = compact(child);
      const name = path ? `${path}/${title}` : title;
      const isOpen = !closed.has(name);
      const row: Omit<FolderLine, 'among'> = {
        kind: 'folder',
        folder: name,
        title,
        depth,
        isOpen,
        ...countIn(inner),
      };
      position++;
      rows.push({ ...row, among: { position, size } });
      if (isOpen) show(inner, name, depth + 1);
    }
    for (const result of folder.results) {
      const card = cards.get(result) ?? [result];
      position++;
      rows.push({ kind: 'result', result, card, place: 'single', depth, among: { position, size } });
    }
  };
  show(grow(results), '', 0);
  return rows;
}

/** The folders that the result is in, as the rows name them, from the outside. */
export function foldersOf(rows: readonly ListRow[], result: ReviewItem): string[] {
  const path = partsOf(result).slice(0, -1).join('/');
  return rows.flatMap((row) =>
    row.kind === 'folder' && (path === row.folder || path.startsWith(`${row.folder}/`)) ? [row.folder] : [],
  );
}

function grow(results: readonly ReviewItem[]): Folder {
  const root = makeFolder('');
  for (const result of results) {
    let folder = root;
    for (const part of partsOf(result).slice(0, -1)) {
      const next = folder.folders.get(part) ?? makeFolder(part);
      folder.folders.set(part, next);
      folder = next;
    }
    folder.results.push(result);
  }
  return root;
}

function compact(folder: Folder): [title: string, inner: Folder] {
  const [only] = folder.folders.values();
  if (!only || folder.folders.size > 1 || folder.results.length > 0) return [folder.title, folder];
  const [title, inner] = compact(only);
  return [`${folder.title}/${title}`, inner];
}

function countIn(folder: Folder): { count: number; pending: number } {
  const own = { count: folder.results.length, pending: folder.results.filter(isPending).length };
  for (const child of folder.folders.values()) {
    const { count, pending } = countIn(child);
    own.count += count;
    own.pending += pending;
  }
  return own;
}
