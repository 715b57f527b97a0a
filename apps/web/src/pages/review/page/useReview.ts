import type { ReviewDiff } from '../../../client/presentReview.js';
import { useMembership } from '../../../client/useMembership.js';
import { backgroundOf, backgrounds } from '../../../viewer/views.js';
import { slotKey } from '../../../words/slotKey.js';
import { useShortcuts } from '../actions/useShortcuts.js';
import { useSteadyControls } from '../actions/useSteadyControls.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import { useComments } from '../comments/useComments.js';
import type { Refusal } from '../decisions/refusalOf.js';
import { useDecisions } from '../decisions/useDecisions.js';
import { useIgnoreChange } from '../ignoring/useIgnoreChange.js';
import { useIgnoring } from '../ignoring/useIgnoring.js';
import { useFirstImages, usePreloadedImages } from '../list/usePreloadedImages.js';
import { useLive } from '../live/useLive.js';
import { useReadAgain } from '../live/useReadAgain.js';
import { controlsOf } from './controlsOf.js';
import { useDeadLink } from './useDeadLink.js';
import { usePageParts } from './usePageParts.js';
import { useReDiff } from './useReDiff.js';
import { useReviewModel } from './useReviewModel.js';
import { useStoredFlag } from './useStoredFlag.js';
import { useStoredText } from './useStoredText.js';
import { type Toast, useToast } from './useToast.js';

/** The state of the review page and its controls. */
export function useReview(org: string, project: string, diff: ReviewDiff) {
  const slug = `${org}/${project}`;
  // Until it is known, the server refuses.
  const membership = useMembership(org);
  const mayReview = membership?.may('review') ?? true;
  const mayCompare = membership?.may('upload') ?? true;
  const { toasts, say, dismiss } = useToast();
  const { reDiff, reDiffing } = useReDiff(slug, diff.id, (message) => say(message, { tone: 'danger' }));
  const onRefused = (refusal: Refusal) => {
    // What it says to be done may not be.
    dismiss('plain');
    say(refusal.message, {
      tone: 'danger',
      action: actionOn(refusal, { reDiff, change: (part) => change(part) }),
    });
  };
  const readAgain = useReadAgain(slug, diff.id);
  const people = useLive(slug, diff.id, readAgain);
  const { history, decide, takeBack } = useDecisions(slug, diff.id, {
    isWhole: diff.isWhole,
    onRefused,
    readAgain,
  });
  const { model, change, prefer } = useReviewModel(diff, history, mayReview);
  useDeadLink(model, say);
  useFirstImages(model.selected?.result);
  const comments = useComments(slug, diff.id, model.search, change);
  const ignoring = useIgnoring(model.search.result);
  const ignoreChange = useIgnoreChange(slug, diff.id, { say, readAgain });
  const { parts, peeking, peek, dialog, openDialog, closeDialog, note, askNote, closeNote } = usePageParts();
  const [keysEnabled, setKeysEnabled] = useStoredFlag('svc.keys', true);
  const [storedBackground, setBackground] = useStoredText('svc.background', backgrounds[0]);
  const background = backgroundOf(storedBackground);
  const review = useSteadyControls(
    controlsOf(model, {
      parts,
      change,
      decide,
      takeBack,
      say,
      dismiss: () => {
        for (const { tone } of toasts) dismiss(tone);
        return toasts.length > 0;
      },
      prefer,
      openDialog,
      askNote: (asked) => {
        dismiss('plain');
        askNote(asked);
      },
      peek,
      comments,
      ignoring,
      ignoreChange: () => ignoreChange(model.selected?.result, model.obstacle),
      changeBackground: () =>
        setBackground(backgrounds[(backgrounds.indexOf(background) + 1) % backgrounds.length] ?? background),
    }),
  );
  useShortcuts(review, keysEnabled);
  usePreloadedImages(model.rows, model.selected?.index ?? -1);
  const dialogs = { dialog, closeDialog, keysEnabled, setKeysEnabled };
  return {
    comments,
    ignoring,
    model,
    people,
    review,
    parts,
    peeking,
    background,
    dialogs,
    note,
    closeNote,
    toasts,
    dismiss,
    reDiff: mayCompare && !diff.isAbandoned ? reDiff : null,
    reDiffing,
  };
}

/** What the page can do about a decision that was refused. */
function actionOn(
  { openDiff, reDiff: isMoved, show }: Refusal,
  { reDiff, change }: { reDiff: () => void; change: (part: Partial<ReviewSearch>) => void },
): Toast['action'] {
  if (openDiff !== undefined) return { word: 'Open the newer diff', openDiff };
  if (isMoved) return { word: 'Compare again', perform: reDiff };
  if (show)
    return { word: 'Look at it', perform: () => change({ result: slotKey(show), region: undefined }) };
  return null;
}
