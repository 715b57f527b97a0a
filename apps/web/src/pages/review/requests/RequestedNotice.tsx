import { actorText } from '@svc/schema/actorText';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';
import { Notice } from '../../../ui/Notice.js';
import { useRequestActions } from './useRequestActions.js';

/** That somebody asked the person who looks, and a way to say that the review is finished. */
export function RequestedNotice({ diff }: { diff: ReviewDiff }) {
  const own = diff.requests?.find(({ isYou }) => isYou);
  const { mutate, isPending, error } = useRequestActions(diff.project, diff.id);
  if (!own) return null;
  return (
    <Notice
      tone="info"
      icon="people"
      role="status"
      action={
        <Button disabled={isPending} onClick={() => mutate({ do: 'end', id: own.id })}>
          Finish review
        </Button>
      }
    >
      <span className="font-medium">{actorText(own.requestedBy)} asked you to review this.</span>{' '}
      {error ? error.message : 'A decision also finishes the request.'}
    </Notice>
  );
}
