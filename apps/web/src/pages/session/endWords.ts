import type { Session } from '@svc/schema';

type Ended = Pick<Session, 'status' | 'exitCode' | 'conclusion' | 'error'> & {
  diffs: readonly { counts: { pending: number; rejected: number; failed: number } }[];
};

/** Where a session stands and what follows from that, in a sentence or two. */
export function endWords({ status, exitCode, conclusion, error, diffs }: Ended): string {
  if (status === 'open')
    return 'The run is still running. Its uploads are compared immediately and appear here.';
  if (status === 'cancelled') {
    return `The session was ${error ?? 'cancelled'}, so nothing was approved automatically. Its check is red until the same part runs again.`;
  }
  if (status === 'expired') {
    return 'Nothing was sent for a day, and the run did not report its end, so nothing was approved automatically.';
  }
  const sum = (kind: 'pending' | 'rejected' | 'failed') =>
    diffs.reduce((total, { counts }) => total + counts[kind], 0);
  const failed = exitCode
    ? `The command ended with ${exitCode}, so nothing was approved or removed automatically.`
    : '';
  const todo = [
    [sum('pending'), 'to review'],
    [sum('rejected'), 'rejected'],
    [sum('failed'), 'not captured'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
  if (todo) return `${failed} ${capitalised(todo)}.`.trim();
  if (conclusion === 'failure' && diffs.length === 0)
    return `${failed} The run failed because it sent no snapshots.`.trim();
  if (conclusion === 'success') return 'Everything looks as it should.';
  return failed || 'The session gave no verdict.';
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
