import type { ReviewControls } from '../actions/actions.js';
import { HelpDialog } from '../actions/HelpDialog.js';
import { ApproveAllDialog } from '../decisions/ApproveAllDialog.js';
import { isWaiting } from '../decisions/applyDecision.js';
import { ContactSheet } from '../decisions/ContactSheet.js';
import type { Scene } from '../model/Scene.js';
import { setOf } from '../model/setOf.js';
import type { useReview } from './useReview.js';

interface Props {
  scene: Scene;
  review: ReviewControls;
  dialogs: ReturnType<typeof useReview>['dialogs'];
}

export function ReviewDialogs({ scene, review, dialogs }: Props) {
  const { dialog, closeDialog, keysEnabled, setKeysEnabled } = dialogs;
  if (dialog === 'help') {
    return <HelpDialog keysEnabled={keysEnabled} onKeysEnabled={setKeysEnabled} onClose={closeDialog} />;
  }
  if (dialog === null) return null;
  if (dialog !== 'approveAll') {
    const set = setOf(scene.selected, dialog.set);
    return (
      set && (
        <ContactSheet
          set={set}
          asked={dialog.to}
          isFixed={scene.obstacle !== null}
          onDecide={(to) => {
            closeDialog();
            review.decideSet(dialog.set, to);
          }}
          onClose={closeDialog}
        />
      )
    );
  }
  return (
    <ApproveAllDialog
      diff={scene.diff}
      hidden={scene.diff.results.filter(isWaiting).length - scene.list.shown.filter(isWaiting).length}
      onConfirm={() => {
        closeDialog();
        review.confirmApproveAll();
      }}
      onClose={closeDialog}
    />
  );
}
