import type { ReviewDiff } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { Dialog } from '../../../ui/Dialog.js';
import { countText } from '../../../words/countText.js';
import { awaitsYou, isWaiting } from './applyDecision.js';

interface Props {
  diff: ReviewDiff;
  /** Pending results that the list does not show now. */
  hidden: number;
  onConfirm: () => void;
  onClose: () => void;
}

export function ApproveAllDialog({ diff, hidden, onConfirm, onClose }: Props) {
  const { rejected } = diff.counts;
  const asked = diff.results.filter(isWaiting);
  const pending = asked.length;
  const seconds = asked.filter(awaitsYou).length;
  const what = pending === 1 ? '1 pending snapshot' : `all ${countText(pending)} pending snapshots`;
  const where = diff.targetRefs?.join(', ') ?? diff.branch;
  return (
    <Dialog
      title={`Approve ${what}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" icon="check" data-first onClick={onConfirm}>
            Approve {countText(pending)}
          </Button>
        </>
      }
    >
      <div className="space-y-2 text-muted text-sm">
        {seconds > 0 && (
          <p>
            {seconds === 1 ? '1 was' : `${seconds} were`} already approved by somebody else and{' '}
            {seconds === 1 ? 'needs' : 'need'} your approval, too.
          </p>
        )}
        <p>
          {pending === 1 ? 'It becomes the baseline' : 'They become the baselines'}
          {where && (
            <>
              {' of '}
              <span className="font-medium text-ink">{where}</span>
            </>
          )}
          .
        </p>
        {hidden > 0 && <p>The list does not show {hidden} of them now.</p>}
        {rejected > 0 && <p>What is rejected stays rejected ({countText(rejected)}).</p>}
      </div>
    </Dialog>
  );
}
