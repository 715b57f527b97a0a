import type { ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { keysText } from '../address/keysText.js';
import { selectionText } from '../address/selectionText.js';
import { isReviewable, kindsText } from '../list/filterResults.js';
import { type ListRow, rowOf } from '../list/listRows.js';
import { neighbor } from '../list/nextPending.js';
import { foldersOf } from '../list/treeRows.js';
import type { Plan, Plans } from './Plan.js';
import { lookAt, type Scene } from './Scene.js';

type ListPlans = Pick<
  Plans,
  | 'toggleSelected'
  | 'toggleMark'
  | 'markTo'
  | 'markStep'
  | 'selectOnly'
  | 'sortBy'
  | 'showComponent'
  | 'clearSelection'
  | 'toggleGroup'
  | 'toggleTree'
  | 'toggleFolder'
  | 'toggleRow'
  | 'showKinds'
  | 'showAllOf'
  | 'searchFor'
>;

/** What the list shows, and what is marked in it. */
export function planList(scene: Scene): ListPlans {
  const { list, rows, selected } = scene;
  const toggleGroup = (members: readonly ReviewItem[]): Plan | null => {
    const [head] = members;
    if (!head || members.length < 2) return null;
    return { search: { open: keysText(toggled(list.openGroups, slotKey(head))) || undefined } };
  };
  return {
    toggleSelected: () => toggleSelected(scene),
    toggleMark: (at) => toggleMark(scene, at),
    markTo: (at) => markTo(scene, at),
    markStep: (by) => {
      const next = neighbor(rows, selected?.index ?? -1, by);
      return next === undefined ? null : markTo(scene, rowOf(rows, next));
    },
    selectOnly: (keys) => ({ search: marksOf(scene, keys) }),
    sortBy: (order) => ({ search: { sort: order === 'status' ? undefined : order } }),
    showComponent: (component) => ({ search: { component } }),
    clearSelection: () => ({ search: { selected: undefined } }),
    toggleGroup: () => (list.isTree ? null : toggleGroup(selected?.card ?? [])),
    toggleTree: () => ({ search: { list: list.isTree ? undefined : 'tree' } }),
    toggleFolder: () => toggleFolderOfSelected(scene),
    toggleRow: (at) => {
      const row = rows[at];
      return row?.kind === 'folder'
        ? { search: closedAfter(scene, row.folder) }
        : toggleGroup(row?.card ?? []);
    },
    showKinds: (kinds) => ({ search: { status: kindsText(kinds) } }),
    showAllOf: (kinds) => ({ search: { status: kindsText(kinds), q: undefined, component: undefined } }),
    searchFor: (text) => ({ search: { q: text || undefined } }),
  };
}

function toggleSelected(scene: Scene): Plan | null {
  const { selected, marked } = scene;
  if (!selected || !isReviewable(selected.result)) return null;
  const keys = (selected.isClosed ? selected.card : [selected.result]).map(slotKey);
  return { search: toggledMarks(scene, keys, marked.has(slotKey(selected.result))) };
}

/** Marks all rows from the chosen one to that one, and moves to it; null if that row does not exist. */
function markTo(scene: Scene, to: number): Plan | null {
  const { rows, marked, selected } = scene;
  const last = rows[to];
  if (last?.kind !== 'result') return null;
  const from = selected && selected.index >= 0 ? selected.index : to;
  const passed = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return {
    search: { ...lookAt(scene, last.result), ...marksOf(scene, [...marked, ...passed.flatMap(keysIn)]) },
  };
}

/** Marks one row more, or one less, and looks at it. */
function toggleMark(scene: Scene, at: number): Plan | null {
  const row = scene.rows[at];
  if (row?.kind !== 'result') return null;
  const keys = keysIn(row);
  const isMarked = keys.every((key) => scene.marked.has(key));
  return { search: { ...lookAt(scene, row.result), ...toggledMarks(scene, keys, isMarked) } };
}

const toggledMarks = (scene: Scene, keys: readonly string[], isMarked: boolean) =>
  marksOf(
    scene,
    isMarked ? [...scene.marked].filter((key) => !keys.includes(key)) : [...scene.marked, ...keys],
  );

const marksOf = ({ diff }: Scene, keys: readonly string[]) => ({
  selected: selectionText(diff.results, new Set(keys)) || undefined,
});

/** What of a row can be decided: all of a closed card. */
function keysIn(row: ListRow): string[] {
  if (row.kind === 'folder') return [];
  return (row.place === 'closed' ? row.card : [row.result]).filter(isReviewable).map(slotKey);
}

const closedAfter = ({ list }: Scene, folder: string) => ({
  closed: keysText(toggled(list.closedFolders, folder)) || undefined,
});

/** What comes after a folder that closes is looked at next; a folder that was closed shows the result again. */
function toggleFolderOfSelected(scene: Scene): Plan | null {
  const { list, rows, selected } = scene;
  const folder = list.isTree && selected ? foldersOf(rows, selected.result).at(-1) : undefined;
  if (!folder) return null;
  const last = rows.findLastIndex(
    (row) => row.kind === 'result' && foldersOf(rows, row.result).includes(folder),
  );
  const next = list.closedFolders.has(folder) ? undefined : neighbor(rows, last, 1);
  return { search: { ...closedAfter(scene, folder), ...(next ? lookAt(scene, next) : {}) } };
}

const toggled = (set: ReadonlySet<string>, value: string): string[] =>
  set.has(value) ? [...set].filter((one) => one !== value) : [...set, value];
