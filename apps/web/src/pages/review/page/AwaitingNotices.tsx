import { awaitingText } from '@svc/schema/awaitingText';
import { Link } from '@tanstack/react-router';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Notice } from '../../../ui/Notice.js';
import { awaitsYou, isAwaiting } from '../decisions/applyDecision.js';

/** What other people have to approve as well: here, and in earlier builds that look the same (R57). */
export function AwaitingNotices({ diff }: { diff: ReviewDiff }) {
  const waiting = diff.results.filter(isAwaiting);
  const yours = waiting.filter(awaitsYou).length;
  const missing = waiting.flatMap(({ approvals }) =>
    approvals ? [approvals.required - approvals.given] : [],
  );
  const by = waiting.flatMap(({ approvals }) => approvals?.by ?? []);
  return (
    <>
      {waiting.length > 0 && (
        <Notice tone={yours > 0 ? 'warning' : 'info'} icon="clock" role="status">
          <span className="font-medium">{awaitingText({ by, missing: Math.max(...missing) })}.</span>{' '}
          {yours > 0
            ? `${yours} ${yours === 1 ? 'snapshot needs' : 'snapshots need'} your approval.`
            : 'Another person has to approve before the check passes.'}
        </Notice>
      )}
      {(diff.awaitingIn ?? []).map((earlier) => (
        <Notice
          key={earlier.diffId}
          tone="warning"
          icon="clock"
          role="status"
          action={<EarlierLink diff={diff} diffId={earlier.diffId} />}
        >
          <span className="font-medium">
            {earlier.count} unchanged {earlier.count === 1 ? 'snapshot waits' : 'snapshots wait'} for another
            approval.
          </span>{' '}
          {awaitingText({ by: earlier.by, missing: 1 })}, in an earlier build that looks the same.
        </Notice>
      ))}
    </>
  );
}

function EarlierLink({ diff, diffId }: { diff: ReviewDiff; diffId: string }) {
  const [org = '', project = ''] = diff.project.split('/');
  return (
    <Link
      to="/$org/$project/diffs/$id"
      params={{ org, project, id: diffId }}
      className="whitespace-nowrap rounded font-medium underline underline-offset-2 hover:text-accent"
    >
      Show that build
    </Link>
  );
}
