import type { CaptureSummary } from '@svc/schema';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../client/ApiError.js';
import { call } from '../../client/call.js';
import { captureProgressQuery } from '../../client/queries.js';
import { suiteCapturesQuery } from '../../client/recordsQueries.js';
import { useMembership } from '../../client/useMembership.js';
import { Trail } from '../../records/Trail.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { GitPosition } from '../../ui/GitPosition.js';
import { MoreButton } from '../../ui/MoreButton.js';
import { Notice } from '../../ui/Notice.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { useTitle } from '../../ui/useTitle.js';

const route = '/$org/$project/suites/$suite/compare';

/** Chooses two captures of a suite, and compares them without any effect on baselines and checks. */
export function ComparePage() {
  const { org, project, suite } = useParams({ from: route });
  const { base, head } = useSearch({ from: route });
  const navigate = useNavigate({ from: route });
  const slug = `${org}/${project}`;
  const may = useMembership(org)?.may('upload');
  const list = useInfiniteQuery(suiteCapturesQuery(slug, suite));
  const compare = useCompare(slug, suite);
  useTitle(`Compare captures of ${suite}`);
  const listed = list.data?.pages.flatMap(({ captures }) => captures).filter(isComparable) ?? [];
  const named = useNamed(slug, suite, [base, head], listed, list.isSuccess);
  const captures = [...named, ...listed];
  const choose = (part: { base?: string; head?: string }) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const isReady = base !== undefined && head !== undefined && base !== head;
  return (
    <Shell
      trail={
        <Trail org={org} project={project} suite={suite}>
          Compare
        </Trail>
      }
    >
      <h1 className="font-semibold text-2xl tracking-tight">Compare two captures</h1>
      <p className="mt-1 mb-6 max-w-2xl text-muted text-sm">
        Any two captures of {suite}. The comparison affects no check and no baseline, and needs no review.
      </p>
      {!list.data ? (
        list.error ? (
          <Failure error={list.error} retry={() => void list.refetch()} />
        ) : (
          <div role="status" aria-label="Loading the captures">
            <Skeleton className="h-64 rounded-2xl" />
          </div>
        )
      ) : captures.length === 0 ? (
        <EmptyState icon="camera" title="No capture to compare">
          Captures appear here when they are complete.
        </EmptyState>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isReady) return;
            compare.mutate(
              { base, head },
              {
                onSuccess: (id) =>
                  void navigate({ to: '/$org/$project/diffs/$id', params: { org, project, id } }),
              },
            );
          }}
        >
          {compare.error && (
            <div className="mb-4">
              <Notice tone="danger" icon="warning" role="alert">
                {compare.error instanceof ApiError
                  ? compare.error.message
                  : 'The captures were not compared. Try again.'}
              </Notice>
            </div>
          )}
          <div className="sticky top-0 z-10 mb-4 flex flex-wrap items-center gap-3 bg-canvas py-2">
            <Button
              type="submit"
              look="primary"
              icon="difference"
              disabled={!isReady || may === false || compare.isPending}
            >
              {compare.isPending ? 'Comparing …' : 'Compare'}
            </Button>
            <p role="status" className="text-muted text-sm">
              {may === false
                ? 'Viewers cannot start a comparison. Ask a reviewer for its link.'
                : isReady
                  ? ''
                  : base !== undefined && base === head
                    ? 'Choose two different captures.'
                    : 'Choose one capture as before and one as after.'}
            </p>
          </div>
          <ul
            aria-label="Captures"
            className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card"
          >
            {captures.map((capture) => (
              <Row
                key={capture.id}
                org={org}
                project={project}
                capture={capture}
                isBase={capture.id === base}
                isHead={capture.id === head}
                onChoose={choose}
              />
            ))}
          </ul>
          <MoreButton what="captures" list={list} />
        </form>
      )}
    </Shell>
  );
}

const isComparable = ({ status }: CaptureSummary): boolean => status === 'completed';

/** The captures that the address names, where the list does not show them yet. */
function useNamed(
  slug: string,
  suite: string,
  [base, head]: readonly [string | undefined, string | undefined],
  listed: readonly CaptureSummary[],
  isListed: boolean,
): CaptureSummary[] {
  const isMissing = (id: string | undefined): id is string =>
    isListed && id !== undefined && listed.every((capture) => capture.id !== id);
  const first = useQuery({ ...captureProgressQuery(slug, base ?? ''), enabled: isMissing(base) });
  const second = useQuery({
    ...captureProgressQuery(slug, head ?? ''),
    enabled: isMissing(head) && head !== base,
  });
  return [isMissing(base) && first.data, isMissing(head) && head !== base && second.data].flatMap(
    (capture) => (capture && capture.suite === suite && isComparable(capture) ? [capture] : []),
  );
}

/** Opens the comparison of two captures, which is made once. */
const useCompare = (project: string, suite: string) =>
  useMutation({
    mutationFn: async ({ base, head }: { base: string; head: string }): Promise<string> => {
      const { diffs } = await call('listDiffs', { project, query: { headCaptureId: head, limit: 100 } });
      const known = diffs.find((diff) => diff.baseCaptureId === base && diff.status !== 'failed');
      if (known) return known.id;
      const body = { suite, headCaptureId: head, baseCaptureId: base };
      return (await call('createDiff', { project, body })).id;
    },
  });

interface RowProps {
  org: string;
  project: string;
  capture: CaptureSummary;
  isBase: boolean;
  isHead: boolean;
  onChoose: (part: { base?: string; head?: string }) => void;
}

function Row({ org, project, capture, isBase, isHead, onChoose }: RowProps) {
  const { id, branch, commit, createdAt, completedSnapshots } = capture;
  const name = `${branch ?? 'no branch'} ${commit?.slice(0, 7) ?? ''}`.trim();
  return (
    <li
      className={`flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3 text-sm ${isBase || isHead ? 'bg-accent-soft' : ''}`}
    >
      <Choice
        group="base"
        word="Before"
        of={name}
        isChosen={isBase}
        onChoose={() => onChoose({ base: id })}
      />
      <Choice group="head" word="After" of={name} isChosen={isHead} onChoose={() => onChoose({ head: id })} />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 max-md:order-first max-md:basis-full">
        <GitPosition branch={branch} commit={commit} />
        <span className="text-muted tabular-nums">
          {completedSnapshots === 1 ? '1 snapshot' : `${completedSnapshots.toLocaleString()} snapshots`}
        </span>
        <span className="text-muted">
          <TimeAgo at={createdAt} />
        </span>
      </span>
      <Link
        to="/$org/$project/captures/$id"
        params={{ org, project, id }}
        className="rounded text-muted hover:text-accent hover:underline"
      >
        Capture
      </Link>
    </li>
  );
}

interface ChoiceProps {
  group: string;
  word: string;
  of: string;
  isChosen: boolean;
  onChoose: () => void;
}

const Choice = ({ group, word, of, isChosen, onChoose }: ChoiceProps) => (
  <label className="inline-flex cursor-pointer items-center gap-1.5 whitespace-nowrap">
    <input
      type="radio"
      name={group}
      aria-label={`${word}: ${of}`}
      checked={isChosen}
      onChange={onChoose}
      className="accent-accent"
    />
    {word}
  </label>
);
