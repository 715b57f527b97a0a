import type { Origin } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import type { ReactNode } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { TimeAgo } from '../../../ui/TimeAgo.js';
import { Approval, Remembered } from './BaselineFacts.js';
import { baselineWords } from './baselineWords.js';
import { comparedWith, reasonWords } from './explanationWords.js';
import { OriginLink } from './OriginLink.js';
import { rendererWords } from './rendererWords.js';

interface Props {
  result: ReviewItem;
  /** `org/project`. */
  project: string;
  head: Origin;
}

/** Why the result is what it is: where both images are from, what rendered them, who decided. */
export function Provenance({ result, project, head }: Props) {
  const { status, baseline, baselineOrigin, baselineSource, carriedFrom, decidedBy, decidedAt } = result;
  const { flakeCount, similarity } = result;
  const isGone = status === 'removed';
  return (
    <dl
      data-testid="provenance"
      className="mt-2 mb-1 grid max-w-3xl grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm [&>dd]:min-w-0 [&>dd]:break-words [&>dt]:text-muted"
    >
      <Line term="Baseline">
        {(baseline && comparedWith(baseline)) ??
          (baselineSource === null ? 'none yet' : baselineWords(baselineSource))}
        {baseline && <Approval baseline={baseline} result={result} project={project} />}
        {baselineOrigin && (
          <>
            {', taken by '}
            <OriginLink project={project} origin={baselineOrigin} />
          </>
        )}
        <Made hash={result.baselineHash} renderer={result.baselineRenderer} />
      </Line>
      {baseline && <Line term="Why this one">{reasonWords(baseline)}</Line>}
      {baselineSource?.startsWith('approval:') && (
        <Line term="Approval">
          The same change was <Remembered result={result} project={project} />
        </Line>
      )}
      <Line term="Current">
        {isGone ? 'not in ' : carriedFrom ? 'carried forward from ' : 'taken by '}
        <OriginLink project={project} origin={carriedFrom ?? head} />
        <Made hash={result.headHash} renderer={result.renderer} />
      </Line>
      {typeof similarity === 'number' && <Line term="Similarity">SSIM {similarity.toFixed(4)}</Line>}
      {flakeCount > 0 && (
        <Line term="Flakes">
          two images of one commit differed {flakeCount === 1 ? 'once' : `${flakeCount} times`}
        </Line>
      )}
      {decidedBy && (
        <Line term="Decided">
          {result.approvalStatus} by {actorText(decidedBy)} {decidedAt && <TimeAgo at={decidedAt} />}
        </Line>
      )}
    </dl>
  );
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </>
);

const Made = ({ hash, renderer }: { hash: string | null; renderer: string | null }) => (
  <>
    {renderer && (
      <span title={renderer}>
        {' · '}
        {rendererWords(renderer)}
      </span>
    )}
    {hash && (
      <span title={`SHA-256 ${hash}`} className="text-muted">
        {' · '}
        <span className="font-mono text-[0.92em]">{hash.slice(0, 10)}</span>
      </span>
    )}
  </>
);
