import { lazy, Suspense, useState } from 'react';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { Button } from '../../../ui/Button.js';

// Few reviews are asked for: it is not in the scripts that every review loads.
const RequestDialog = lazy(async () => ({
  default: (await import('./dialog/RequestDialog.js')).RequestDialog,
}));

/** Who is asked to review, and asking others. */
export function RequestsButton({ org, diff }: { org: string; diff: ReviewDiff }) {
  const [isOpen, setOpen] = useState(false);
  const asked = diff.requests ?? [];
  const names = asked.map(({ reviewer }) => reviewer.name).join(', ');
  const tip = asked.length === 0 ? 'Ask members to review' : `Waiting for ${names}`;
  return (
    <>
      <Button
        look="quiet"
        icon="people"
        tip={tip}
        data-tip-align="end"
        aria-label={asked.length === 0 ? 'Request a review' : `${tip}: change who is asked to review`}
        onClick={() => setOpen(true)}
      >
        {asked.length > 0 ? <span className="tabular-nums">{asked.length}</span> : null}
      </Button>
      {isOpen && (
        <Suspense>
          <RequestDialog org={org} diff={diff} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
