import type { SnapshotDetails } from '@svc/schema';
import { sameOriginUrl } from '../../client/sameOriginUrl.js';
import { Icon } from '../../ui/Icon.js';
import { slotKey } from '../../words/slotKey.js';
import { variantWords } from '../../words/variantWords.js';

/** Snapshots whose test ran again with another image, each with the images of its earlier attempts. */
export function RetriedSnapshots({ snapshots }: { snapshots: readonly SnapshotDetails[] }) {
  const retried = snapshots.filter(({ earlierAttempts }) => earlierAttempts.length > 0);
  if (retried.length === 0) return null;
  return (
    <details className="mb-8 rounded-2xl border border-line bg-surface px-5 py-3 shadow-card">
      <summary className="flex items-center gap-2 font-medium">
        <Icon name="refresh" className="text-changed" />
        {retried.length} {retried.length === 1 ? 'snapshot' : 'snapshots'} changed between attempts of a test
      </summary>
      <ul className="mt-3 divide-y divide-line">
        {retried.map((snapshot) => (
          <li key={slotKey(snapshot)} className="py-2.5 text-sm">
            <p className="break-words font-medium">
              {snapshot.name}
              <span className="ml-2 font-normal tabular-nums">{variantWords(snapshot)}</span>
            </p>
            {snapshot.testId && <p className="break-words text-muted">{snapshot.testId}</p>}
            <p className="flex flex-wrap gap-x-4">
              {snapshot.earlierAttempts.map(({ attempt, imageUrl }) => (
                <a
                  key={attempt}
                  href={sameOriginUrl(imageUrl) ?? undefined}
                  target="_blank"
                  rel="noreferrer"
                  className="text-accent hover:underline"
                >
                  Image of attempt {attempt}
                </a>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
