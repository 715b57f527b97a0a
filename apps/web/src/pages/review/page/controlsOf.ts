import type { IconName } from '../../../ui/Icon.js';
import type { View } from '../../../viewer/views.js';
import type { ReviewControls } from '../actions/actions.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import type { AskedNote, Plan } from '../model/Plan.js';
import type { ReviewModel } from '../model/reviewModel.js';
import { setOf } from '../model/setOf.js';
import type { OpenDialog, PageParts } from './usePageParts.js';

/** What the page can do about a plan. */
export interface Performer {
  parts: PageParts;
  change: (part: Partial<ReviewSearch>, push?: boolean) => void;
  decide: (decision: NonNullable<Plan['decision']>) => void;
  takeBack: (before: NonNullable<Plan['takeBack']>) => void;
  say: (message: string, options: { undoable: boolean; notable: boolean; icon: IconName }) => void;
  askNote: (note: AskedNote) => void;
  /** Takes the message off that is shown; false where there is none. */
  dismiss: () => boolean;
  prefer: (view: View) => void;
  openDialog: (dialog: OpenDialog) => void;
  peek: (on: boolean) => void;
  changeBackground: () => void;
  comments: { write: () => void; close: () => boolean };
  ignoring: { open: () => void; close: () => boolean };
  ignoreChange: () => void;
}

/** Controls that perform what the model plans. */
export function controlsOf(model: ReviewModel, page: Performer): ReviewControls {
  const { controls: plans, search, selected, marked } = model;
  const { filters, viewer, searchBox } = page.parts;
  const performing =
    <Given extends unknown[]>(plan: (...given: Given) => Plan | null) =>
    (...given: Given): void =>
      perform(plan(...given), page);
  /** A decision about what is looked at; where the list has the screen, the first press shows that. */
  const deciding =
    <Given extends unknown[]>(plan: (...given: Given) => Plan | null) =>
    (...given: Given): void => {
      const isUnseen = search.result === undefined && isNarrow();
      const opened = isUnseen && selected ? plans.chooseResult(selected.result) : null;
      perform(opened ? { ...opened, push: true } : plan(...given), page);
    };
  /** The same, except for a selection, which was made in the list. */
  const decidingMany = marked.size > 0 || !setOf(selected, 'card') ? performing : deciding;
  return {
    step: performing(plans.step),
    nextPending: performing(plans.nextPending),
    choose: performing(plans.choose),
    chooseResult: performing(plans.chooseResult),
    stepRegion: performing(plans.stepRegion),
    chooseRegion: performing(plans.chooseRegion),
    approve: deciding(plans.approve),
    reject: deciding(plans.reject),
    approveVariants: deciding(plans.approveVariants),
    rejectVariants: deciding(plans.rejectVariants),
    revoke: performing(plans.revoke),
    undo: performing(plans.undo),
    note: performing(plans.note),
    saveNote: performing(plans.saveNote),
    approveMany: decidingMany(plans.approveMany),
    rejectMany: decidingMany(plans.rejectMany),
    approveAll: performing(plans.approveAll),
    confirmApproveAll: performing(plans.confirmApproveAll),
    showSet: performing(plans.showSet),
    decideSet: performing(plans.decideSet),
    toggleSelected: performing(plans.toggleSelected),
    toggleMark: performing(plans.toggleMark),
    markTo: performing(plans.markTo),
    markStep: performing(plans.markStep),
    selectOnly: performing(plans.selectOnly),
    sortBy: performing(plans.sortBy),
    showComponent: performing(plans.showComponent),
    clearSelection: performing(plans.clearSelection),
    toggleGroup: performing(plans.toggleGroup),
    toggleTree: performing(plans.toggleTree),
    toggleFolder: performing(plans.toggleFolder),
    toggleRow: performing(plans.toggleRow),
    showKinds: performing(plans.showKinds),
    showAllOf: performing(plans.showAllOf),
    searchFor: performing(plans.searchFor),
    mix: performing(plans.mix),
    show: performing(plans.show),
    toggleFace: performing(plans.toggleFace),
    toggleOverlay: performing(plans.toggleOverlay),
    toggleLevel: performing(plans.toggleLevel),
    changeBackground: page.changeBackground,
    back: () =>
      page.dismiss() ||
      page.ignoring.close() ||
      page.comments.close() ||
      perform(plans.back(isNarrow()), page),
    peek: page.peek,
    filters: () => filters.current?.querySelector('button')?.focus(),
    comments: () => {
      page.ignoring.close();
      page.comments.write();
    },
    ignoreAreas: () => {
      page.comments.close();
      page.ignoring.open();
    },
    ignoreChange: page.ignoreChange,
    search: () => searchBox.current?.focus(),
    help: () => page.openDialog('help'),
    zoom: (factor) => viewer.current?.zoom(factor),
    fit: () => viewer.current?.fit(),
    actualSize: () => viewer.current?.actualSize(),
  };
}

/** Whether list and result take turns on the screen. */
const isNarrow = (): boolean => matchMedia('(width < 48rem)').matches;

function perform(plan: Plan | null, page: Performer): void {
  if (!plan) return;
  if (plan.decision) page.decide(plan.decision);
  if (plan.takeBack) page.takeBack(plan.takeBack);
  if (plan.say) {
    const { message, undoable = false, notable = false, icon = 'undo' } = plan.say;
    page.say(message, { undoable, notable, icon });
  }
  if (plan.askNote) page.askNote(plan.askNote);
  if (plan.prefer) page.prefer(plan.prefer);
  if (plan.search) page.change(plan.search, plan.push);
  if (plan.showRegion !== undefined) page.parts.viewer.current?.showRegion(plan.showRegion);
  if (plan.ask) page.openDialog(plan.ask);
}
