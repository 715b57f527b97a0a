import { actorText } from '@svc/schema/actorText';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { Button } from '../../../../ui/Button.js';
import { ignoredWords, isIgnoredNow } from '../isIgnoredNow.js';

/** Ignores exactly this change for a while, in every build that shows it. */
export function ChangeSection({ result, onToggle }: { result: ReviewItem; onToggle: () => void }) {
  if (result.status !== 'changed' || result.approvalStatus !== 'pending') return null;
  const isIgnored = isIgnoredNow(result);
  return (
    <div className="space-y-2 rounded-xl border border-line p-3 text-sm">
      <h3 className="font-semibold">This change</h3>
      {isIgnored && result.ignoredUntil && (
        <p>
          {ignoredWords(result.ignoredUntil).replace(/^i/, 'I')}
          {result.ignoredBy && (
            <>
              {' by '}
              <bdi>{actorText(result.ignoredBy)}</bdi>
            </>
          )}
          .
        </p>
      )}
      <p className="text-muted text-xs">
        {isIgnored
          ? 'It stays pending and blocks no check until then. You can decide at any time.'
          : 'The same pixels are ignored on every branch and stay pending. Nothing is approved.'}
      </p>
      <Button icon={isIgnored ? 'undo' : 'ignore'} aria-keyshortcuts="Shift+i" onClick={onToggle}>
        {isIgnored ? 'Stop ignoring it' : 'Ignore it for 7 days'}
      </Button>
    </div>
  );
}
