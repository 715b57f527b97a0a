import { useNavigate } from '@tanstack/react-router';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { useShortcuts } from '../actions/useShortcuts.js';
import { useSteadyControls } from '../actions/useSteadyControls.js';
import { useDecisions } from '../decisions/useDecisions.js';
import { usePreloadedImages } from '../list/usePreloadedImages.js';
import { controlsOf } from './controlsOf.js';
import { usePageParts } from './usePageParts.js';
import { useReviewModel } from './useReviewModel.js';
import { useStoredFlag } from './useStoredFlag.js';
import { useToast } from './useToast.js';

/** The state of the review page and its controls. */
export function useReview(org: string, project: string, diff: ReviewDiff) {
  const { toast, say, dismiss } = useToast();
  const warn = (message: string) => say(message, { tone: 'danger' });
  const { history, decide, takeBack } = useDecisions(`${org}/${project}`, diff.id, { onRefused: warn });
  const { model, change, prefer } = useReviewModel(diff, history);
  const { parts, peeking, peek, dialog, openDialog, closeDialog } = usePageParts();
  const [keysEnabled, setKeysEnabled] = useStoredFlag('svc.keys', true);
  const navigate = useNavigate();
  const review = useSteadyControls(
    controlsOf(model, {
      parts,
      change,
      decide,
      takeBack,
      say,
      dismiss: () => {
        dismiss();
        return toast !== null;
      },
      prefer,
      openDialog,
      peek,
      leave: () => void navigate({ to: '/$org/$project', params: { org, project } }),
    }),
  );
  useShortcuts(review, keysEnabled);
  usePreloadedImages(model.rows, model.selected?.index ?? -1);
  const dialogs = { dialog, closeDialog, keysEnabled, setKeysEnabled };
  return { model, review, parts, peeking, dialogs, toast, dismiss, warn };
}
