import { actorText } from '@svc/schema/actorText';
import { noteText } from './noteText.js';
import type { DecisionOutput } from './Output.js';
import { slotText } from './slotText.js';

const words = {
  approve: { done: 'Approved', none: 'pending' },
  reject: { done: 'Rejected', none: 'pending' },
  revoke: { done: 'Revoked', none: 'approved' },
};
const linesShown = 50;

type Snapshot = DecisionOutput['snapshots'][number];

/** `  changed  button`, and who had decided otherwise. */
function snapshotLine({ status, approvalStatus, decidedBy, ...slot }: Snapshot): string {
  const line = `  ${status.padEnd(8)} ${slotText(slot)}`;
  if (approvalStatus === 'pending') return line;
  return `${line}  was ${approvalStatus}${decidedBy ? ` by ${actorText(decidedBy)}` : ''}`;
}

/**
 * What a person reads of a decision.
 * @param left what `--all` left alone, since somebody had decided about it otherwise
 */
export function formatDecision(
  { decision, diffId, note, decided, total, awaiting, snapshots }: DecisionOutput,
  left: string[],
): string {
  const { done, none } = words[decision];
  const count = decision === 'revoke' ? `${decided}` : `${decided} of ${total}`;
  const lines = snapshots.slice(0, linesShown).map(snapshotLine);
  if (snapshots.length > linesShown) lines.push(`  … and ${snapshots.length - linesShown} more`);
  const other = decision === 'reject' ? 'approved' : 'rejected';
  return [
    total === 0 ? `Nothing is ${none} in diff ${diffId}` : `${done} ${count}`,
    ...lines,
    ...(awaiting > 0 ? [`Another person has to approve ${awaiting} of them as well`] : []),
    ...(note !== null && total > 0 ? [`Note: ${noteText(note)}`] : []),
    ...(left.length > 0
      ? [`Left alone, since ${other}: ${left.join(', ')} (to decide on one anyway, name it with --snapshot)`]
      : []),
    '',
  ].join('\n');
}
