import type { ReviewItem } from '../../../client/presentReview.js';
import type { View } from '../../../viewer/views.js';
import type { Verdict } from '../decisions/applyDecision.js';
import type { ListKind, SortOrder } from '../list/filterResults.js';
import type { SetName } from '../model/setOf.js';

/** What keys, buttons and the list can ask of the review page. */
export interface ReviewControls {
  /** To the next row but so many, or to an end of the list. */
  step: (by: number) => void;
  nextPending: () => void;
  approve: () => void;
  reject: () => void;
  /** All viewports and browsers of the selected result's name. */
  approveVariants: () => void;
  rejectVariants: () => void;
  /** Takes back what is decided about the selected result. */
  revoke: () => void;
  /** Takes back the newest decision of this page. */
  undo: () => void;
  /** Opens the note on the newest rejection of this page, or on that of the selected result. */
  note: () => void;
  saveNote: (about: readonly ReviewItem[], text: string) => void;
  /** The selection, the card, or after a question all. */
  approveMany: () => void;
  rejectMany: () => void;
  /** All pictures of a set at once. */
  showSet: (name: SetName) => void;
  /** All of a set that was looked at as a whole. */
  decideSet: (name: SetName, to: Verdict) => void;
  toggleSelected: () => void;
  /** Selects that row too, or no longer. */
  toggleMark: (row: number) => void;
  /** Selects all from the chosen row to that one. */
  markTo: (row: number) => void;
  /** Selects the chosen row and the next one in that direction. */
  markStep: (by: 1 | -1) => void;
  selectOnly: (slotKeys: readonly string[]) => void;
  sortBy: (order: SortOrder) => void;
  showComponent: (component: string | undefined) => void;
  clearSelection: () => void;
  /** Asks first. */
  approveAll: () => void;
  confirmApproveAll: () => void;
  toggleGroup: () => void;
  /** Results by status or by the path of their stories. */
  toggleTree: () => void;
  /** Closes the folder of the chosen result, or opens it again. */
  toggleFolder: () => void;
  stepRegion: (by: 1 | -1) => void;
  /** To the region of that index. */
  chooseRegion: (index: number) => void;
  /** Shows the result of that row of the list. */
  choose: (row: number) => void;
  /** Shows that result, whether the list shows it or not. */
  chooseResult: (result: ReviewItem) => void;
  /** Opens or closes the card or the folder of that row. */
  toggleRow: (row: number) => void;
  showKinds: (kinds: readonly ListKind[]) => void;
  /** All results of these kinds, whatever was searched for. */
  showAllOf: (kinds: readonly ListKind[]) => void;
  searchFor: (text: string) => void;
  /** How much of the current image is shown, 0 to 1, where both are on one stage. */
  mix: (share: number) => void;
  /** Shows the other face while it lasts. */
  peek: (on: boolean) => void;
  filters: () => void;
  show: (view: View) => void;
  toggleFace: () => void;
  toggleOverlay: () => void;
  /** Rows that both images have, level or each in its place. */
  toggleLevel: () => void;
  /** What shows through transparent pixels. */
  changeBackground: () => void;
  zoom: (factor: number) => void;
  fit: () => void;
  actualSize: () => void;
  /** Opens the comments, to write one. */
  comments: () => void;
  /** Ignores the change that is looked at for a while, or no longer. */
  ignoreChange: () => void;
  /** Opens what comparisons of the snapshot ignore. */
  ignoreAreas: () => void;
  search: () => void;
  help: () => void;
  back: () => void;
}

export interface Action {
  label: string;
  /** `KeyboardEvent.key`, letters in lower case. */
  keys: readonly string[];
  /** Matters for letters and arrows: the signs need Shift on some keyboards and not on others. */
  shift?: true;
  /** How the key is written. */
  hint: string;
  group: 'Move' | 'Decide' | 'Look' | 'Page';
  /** Whether holding the key repeats it. */
  repeats?: true;
  perform: (review: ReviewControls) => void;
  /** When the key is let go. */
  release?: (review: ReviewControls) => void;
}

/** Rows that a press of a page key moves by. */
const pageOfRows = 10;

/** One press of a zoom key or button. */
const zoomStep = 1.4;

/** The one place where what a reviewer can do is written: it drives keys, buttons, tooltips and help. */
export const actions = {
  next: {
    label: 'Next snapshot',
    keys: ['ArrowDown'],
    hint: '↓',
    group: 'Move',
    repeats: true,
    perform: (review) => review.step(1),
  },
  previous: {
    label: 'Previous snapshot',
    keys: ['ArrowUp'],
    hint: '↑',
    group: 'Move',
    repeats: true,
    perform: (review) => review.step(-1),
  },
  first: {
    label: 'First snapshot',
    keys: ['Home'],
    hint: 'Home',
    group: 'Move',
    perform: (review) => review.step(Number.NEGATIVE_INFINITY),
  },
  last: {
    label: 'Last snapshot',
    keys: ['End'],
    hint: 'End',
    group: 'Move',
    perform: (review) => review.step(Number.POSITIVE_INFINITY),
  },
  pageDown: {
    label: 'Ten down',
    keys: ['PageDown'],
    hint: 'Page ↓',
    group: 'Move',
    repeats: true,
    perform: (review) => review.step(pageOfRows),
  },
  pageUp: {
    label: 'Ten up',
    keys: ['PageUp'],
    hint: 'Page ↑',
    group: 'Move',
    repeats: true,
    perform: (review) => review.step(-pageOfRows),
  },
  nextPending: {
    label: 'Next pending',
    keys: ['n'],
    hint: 'N',
    group: 'Move',
    perform: (review) => review.nextPending(),
  },
  group: {
    label: 'Open or close the card',
    keys: ['g'],
    hint: 'G',
    group: 'Move',
    perform: (review) => review.toggleGroup(),
  },
  tree: {
    label: 'Tree of stories',
    keys: ['t'],
    hint: 'T',
    group: 'Page',
    perform: (review) => review.toggleTree(),
  },
  folder: {
    label: 'Close or open the folder',
    keys: ['c'],
    hint: 'C',
    group: 'Move',
    perform: (review) => review.toggleFolder(),
  },
  nextRegion: {
    label: 'Next changed region',
    keys: ['j'],
    hint: 'J',
    group: 'Move',
    perform: (review) => review.stepRegion(1),
  },
  previousRegion: {
    label: 'Previous changed region',
    keys: ['k'],
    hint: 'K',
    group: 'Move',
    perform: (review) => review.stepRegion(-1),
  },
  approve: {
    label: 'Approve',
    keys: ['a'],
    hint: 'A',
    group: 'Decide',
    perform: (review) => review.approve(),
  },
  reject: { label: 'Reject', keys: ['r'], hint: 'R', group: 'Decide', perform: (review) => review.reject() },
  approveVariants: {
    label: 'Approve all variants',
    keys: ['v'],
    hint: 'V',
    group: 'Decide',
    perform: (review) => review.approveVariants(),
  },
  rejectVariants: {
    label: 'Reject all variants',
    keys: ['v'],
    shift: true,
    hint: '⇧ V',
    group: 'Decide',
    perform: (review) => review.rejectVariants(),
  },
  note: {
    label: 'Say why it is rejected',
    keys: ['e'],
    hint: 'E',
    group: 'Decide',
    perform: (review) => review.note(),
  },
  undo: { label: 'Undo', keys: ['u'], hint: 'U', group: 'Decide', perform: (review) => review.undo() },
  approveMany: {
    label: 'Approve selection, card or all',
    keys: ['a'],
    shift: true,
    hint: '⇧ A',
    group: 'Decide',
    perform: (review) => review.approveMany(),
  },
  rejectMany: {
    label: 'Reject selection or card',
    keys: ['r'],
    shift: true,
    hint: '⇧ R',
    group: 'Decide',
    perform: (review) => review.rejectMany(),
  },
  select: {
    label: 'Select',
    keys: ['x'],
    hint: 'X',
    group: 'Decide',
    perform: (review) => review.toggleSelected(),
  },
  selectDown: {
    label: 'Select downwards',
    keys: ['ArrowDown'],
    shift: true,
    hint: '⇧ ↓',
    group: 'Decide',
    repeats: true,
    perform: (review) => review.markStep(1),
  },
  selectUp: {
    label: 'Select upwards',
    keys: ['ArrowUp'],
    shift: true,
    hint: '⇧ ↑',
    group: 'Decide',
    repeats: true,
    perform: (review) => review.markStep(-1),
  },
  side: {
    label: 'Side by side',
    keys: ['1'],
    hint: '1',
    group: 'Look',
    perform: (review) => review.show('side'),
  },
  oneUp: {
    label: 'One-up, again to switch',
    keys: ['2'],
    hint: '2',
    group: 'Look',
    perform: (review) => review.toggleFace(),
  },
  baseline: {
    label: 'Baseline',
    keys: ['ArrowLeft'],
    hint: '←',
    group: 'Look',
    perform: (review) => review.show('baseline'),
  },
  current: {
    label: 'Current',
    keys: ['ArrowRight'],
    hint: '→',
    group: 'Look',
    perform: (review) => review.show('current'),
  },
  peek: {
    label: 'Hold to see the other',
    keys: [' '],
    hint: 'Space',
    group: 'Look',
    perform: (review) => review.peek(true),
    release: (review) => review.peek(false),
  },
  swipe: { label: 'Swipe', keys: ['3'], hint: '3', group: 'Look', perform: (review) => review.show('swipe') },
  onion: {
    label: 'Onion skin',
    keys: ['4'],
    hint: '4',
    group: 'Look',
    perform: (review) => review.show('onion'),
  },
  difference: {
    label: 'Difference',
    keys: ['5'],
    hint: '5',
    group: 'Look',
    perform: (review) => review.show('difference'),
  },
  blink: { label: 'Blink', keys: ['6'], hint: '6', group: 'Look', perform: (review) => review.show('blink') },
  level: {
    label: 'Align equal rows, or show them in place',
    keys: ['l'],
    hint: 'L',
    group: 'Look',
    perform: (review) => review.toggleLevel(),
  },
  background: {
    label: 'Background of transparent pixels',
    keys: ['b'],
    hint: 'B',
    group: 'Look',
    perform: (review) => review.changeBackground(),
  },
  overlay: {
    label: 'Overlay of changed pixels',
    keys: ['d'],
    hint: 'D',
    group: 'Look',
    perform: (review) => review.toggleOverlay(),
  },
  zoomIn: {
    label: 'Zoom in',
    keys: ['+', '='],
    hint: '+',
    group: 'Look',
    repeats: true,
    perform: (review) => review.zoom(zoomStep),
  },
  zoomOut: {
    label: 'Zoom out',
    keys: ['-', '_'],
    hint: '−',
    group: 'Look',
    repeats: true,
    perform: (review) => review.zoom(1 / zoomStep),
  },
  fit: { label: 'Fit', keys: ['0'], hint: '0', group: 'Look', perform: (review) => review.fit() },
  actualSize: {
    label: 'Actual size',
    keys: ['9'],
    hint: '9',
    group: 'Look',
    perform: (review) => review.actualSize(),
  },
  filters: { label: 'Filters', keys: ['f'], hint: 'F', group: 'Page', perform: (review) => review.filters() },
  comments: {
    label: 'Comments',
    keys: ['m'],
    hint: 'M',
    group: 'Page',
    perform: (review) => review.comments(),
  },
  ignoreAreas: {
    label: 'Ignore areas',
    keys: ['i'],
    hint: 'I',
    group: 'Page',
    perform: (review) => review.ignoreAreas(),
  },
  ignoreChange: {
    label: 'Ignore this change for 7 days, or no longer',
    keys: ['i'],
    shift: true,
    hint: '⇧ I',
    group: 'Decide',
    perform: (review) => review.ignoreChange(),
  },
  search: { label: 'Search', keys: ['/'], hint: '/', group: 'Page', perform: (review) => review.search() },
  help: { label: 'Keys', keys: ['?'], hint: '?', group: 'Page', perform: (review) => review.help() },
  back: { label: 'Back', keys: ['Escape'], hint: 'Esc', group: 'Page', perform: (review) => review.back() },
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof actions;

export const tipOf = (name: ActionName): string => `${actions[name].label} (${actions[name].hint})`;
