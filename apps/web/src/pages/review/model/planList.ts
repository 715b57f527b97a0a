import type { ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { keysText } from '../address/keysText.js';
import { selectionText } from '../address/selectionText.js';
import { isReviewable, statusText } from '../list/filterResults.js';
import { neighbor } from '../list/nextPending.js';
import { foldersOf } from '../list/treeRows.js';
import type { Plan, Plans } from './Plan.js';
import { lookAt, type Scene } from './Scene.js';

type ListPlans = Pick<
  Plans,
  | 'toggleSelected'
  | 'clearSelection'
  | 'toggleGroup'
  | 'toggleTree'
  | 'toggleFolder'
  | 'toggleRow'
  | 'showStatuses'
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
    clearSelection: () => ({ search: { selected: undefined } }),
    toggleGroup: () => (list.isTree ? null : toggleGroup(selected?.alike ?? [])),
    toggleTree: () => ({ search: { list: list.isTree ? undefined : 'tree' } }),
    toggleFolder: () => toggleFolderOfSelected(scene),
    toggleRow: (at) => {
      const row = rows[at];
      return row?.kind === 'folder'
        ? { search: closedAfter(scene, row.folder) }
        : toggleGroup(row?.alike ?? []);
    },
    showStatuses: (statuses) => ({ search: { status: statusText(statuses) } }),
    showAllOf: (statuses) => ({ search: { status: statusText(statuses), q: undefined } }),
    searchFor: (text) => ({ search: { q: text || undefined } }),
  };
}

function toggleSelected({ diff, selected, marked }: Scene): Plan | null {
  if (!selected || !isReviewable(selected.result)) return null;
  const keys = (selected.isClosed ? selected.alike : [selected.result]).map(slotKey);
  const isMarked = marked.has(slotKey(selected.result));
  const next = isMarked ? [...marked].filter((key) => !keys.includes(key)) : [...marked, ...keys];
  return { search: { selected: selectionText(diff.results, new Set(next)) || undefined } };
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
