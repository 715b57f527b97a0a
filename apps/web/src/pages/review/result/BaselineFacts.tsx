import type { BaselineExplanation } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReviewItem } from '../../../client/presentReview.js';
import { Icon } from '../../../ui/Icon.js';
import { slotKey } from '../../../words/slotKey.js';
import { guessAdvice, placeWords } from './explanationWords.js';

interface Props {
  result: ReviewItem;
  /** `org/project`. */
  project: string;
}

/** The same snapshot in another diff. */
export function DiffLink({ project, id, result, children }: Props & { id: string; children?: ReactNode }) {
  const [org = '', name = ''] = project.split('/');
  return (
    <Link
      to="/$org/$project/diffs/$id"
      params={{ org, project: name, id }}
      search={{ result: slotKey(result) }}
      preload={false}
      className="rounded underline decoration-line underline-offset-2 hover:text-accent"
    >
      {children ?? id}
    </Link>
  );
}

/** Who approved a baseline, when and where; nothing where it was set without a decision. */
export function Approval({
  baseline: { approvedBy, approvedAt, approvedIn },
  ...place
}: Props & { baseline: BaselineExplanation }) {
  if (approvedBy === null) return null;
  return (
    <>
      , approved by {actorText(approvedBy)}
      {approvedAt && (
        <>
          {' on '}
          <time dateTime={approvedAt} title={new Date(approvedAt).toLocaleString()}>
            {approvedAt.slice(0, 10)}
          </time>
        </>
      )}
      {approvedIn && (
        <>
          {' in '}
          <DiffLink {...place} id={approvedIn} />
        </>
      )}
    </>
  );
}

/** The same in one link, for a narrow place. */
export function ApprovalLink({ result, project }: Props) {
  const [kind, remembered] = result.baselineSource?.split(':') ?? [];
  const { approvedBy = null, approvedAt = null, approvedIn = null } = result.baseline ?? {};
  const isRemembered = kind === 'approval' && remembered !== undefined;
  const by = isRemembered ? result.decidedBy : approvedBy;
  if (by === null || result.status === 'skipped') return null;
  const day = approvedAt && !isRemembered ? ` on ${approvedAt.slice(0, 10)}` : '';
  const id = isRemembered ? remembered : approvedIn;
  const words = `approved by ${actorText(by)}${day}`;
  return (
    <span data-testid="approval">
      {id === null ? (
        words
      ) : (
        <DiffLink result={result} project={project} id={id}>
          {words}
        </DiffLink>
      )}
    </span>
  );
}

/** The approval elsewhere for which a result needs no review, if there is one. */
export function Remembered({ result, project }: Props) {
  const [kind, id] = result.baselineSource?.split(':') ?? [];
  if (kind !== 'approval' || id === undefined) return null;
  return (
    <span>
      approved by {result.decidedBy === null ? 'a reviewer' : actorText(result.decidedBy)} in{' '}
      <DiffLink result={result} project={project} id={id} />
    </span>
  );
}

/** What a reviewer has to know of the baseline before deciding: that it is a guess, or is not the target's latest. */
export function BaselineWarnings({ result, project }: Props) {
  const { baseline, status } = result;
  if (!baseline || status === 'unchanged' || status === 'skipped') return null;
  const { newer } = baseline;
  const advice = guessAdvice(baseline);
  return (
    <>
      {advice && <Warning>{advice}</Warning>}
      {newer && (
        <Warning>
          {newer.ref} has a newer baseline that this branch lacks:{' '}
          {newer.diffId ? (
            <DiffLink result={result} project={project} id={newer.diffId}>
              {placeWords(newer.ref, newer.commit)}
            </DiffLink>
          ) : (
            placeWords(newer.ref, newer.commit)
          )}
        </Warning>
      )}
    </>
  );
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p data-testid="baseline-warning" className="mt-1 flex items-start gap-1.5 text-changed text-sm">
    <Icon name="warning" size={13} className="mt-1 shrink-0" />
    <span>{children}</span>
  </p>
);
