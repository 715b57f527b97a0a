import type { AccessibilityChange, AccessibilityDecisionBody, DiffAccessibility } from '@svc/schema';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ApiError } from '../../client/ApiError.js';
import { accessibilityQuery } from '../../client/accessibilityQueries.js';
import { call } from '../../client/call.js';
import { useMembership } from '../../client/useMembership.js';
import { Trail } from '../../records/Trail.js';
import { Button } from '../../ui/Button.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { Notice } from '../../ui/Notice.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { useTitle } from '../../ui/useTitle.js';
import { ChangeCard } from './ChangeCard.js';
import { groupChanges } from './groupChanges.js';

/** Milliseconds. Records of a completed diff stay as they are; decisions of others are rare. */
const calm = 15_000;

const route = '/$org/$project/diffs/$id/accessibility';

/** What changed for assistive technology in a diff, and the decisions about it. */
export function AccessibilityPage() {
  const { org, project, id } = useParams({ from: route });
  const slug = `${org}/${project}`;
  const { data, error, refetch } = useQuery({
    ...accessibilityQuery(slug, id),
    staleTime: calm,
    refetchInterval: calm,
  });
  useTitle('Accessibility changes');
  return (
    <Shell
      trail={
        <Trail org={org} project={project}>
          Accessibility
        </Trail>
      }
    >
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="font-semibold text-2xl tracking-tight">Accessibility changes</h1>
        <Link
          to="/$org/$project/diffs/$id"
          params={{ org, project, id }}
          className="rounded text-accent text-sm underline underline-offset-2"
        >
          Images of this diff
        </Link>
      </div>
      {data ? (
        <Changes org={org} project={project} id={id} accessibility={data} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <div role="status" aria-label="Loading the accessibility changes">
          <Skeleton className="h-40 rounded-2xl" />
        </div>
      )}
    </Shell>
  );
}

interface ChangesProps {
  org: string;
  project: string;
  id: string;
  accessibility: DiffAccessibility;
}

function Changes({ org, project, id, accessibility: { mode, changes } }: ChangesProps) {
  const may = useMembership(org)?.may('review') ?? false;
  const decide = useDecide(`${org}/${project}`, id);
  const waiting = changes.filter(
    ({ isReviewable, approvalStatus }) => isReviewable && approvalStatus === 'pending',
  );
  if (changes.length === 0) {
    return (
      <EmptyState
        icon="equal"
        title={mode === 'off' ? 'Accessibility is not recorded' : 'No accessibility changes'}
      >
        {mode === 'off'
          ? 'Turn it on in the settings of the project, or with a11y of the API.'
          : 'Names, roles, states, tab order and WCAG rules are the same as in the baselines.'}
      </EmptyState>
    );
  }
  return (
    <>
      {decide.error && (
        <div className="mb-4">
          <Notice tone="danger" icon="warning" role="alert">
            {decide.error instanceof ApiError
              ? decide.error.message
              : 'The decision was not saved. Try again.'}
          </Notice>
        </div>
      )}
      {waiting.length > 0 ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <p className="text-muted text-sm">
            {waiting.length === 1 ? '1 change waits' : `${waiting.length} changes wait`} for a review. The
            check of the commit fails until then.
          </p>
          {may && waiting.length > 1 && (
            <Button
              icon="check"
              disabled={decide.isPending}
              onClick={() =>
                decide.mutate({ decision: 'approved', ...namedOf(waiting), ifStatus: 'pending' })
              }
            >
              Approve all {waiting.length}
            </Button>
          )}
        </div>
      ) : (
        mode === 'record' && (
          <p className="mb-4 text-muted text-sm">
            These changes are recorded and need no review. To review them, set accessibility to “review” in
            the settings of the project.
          </p>
        )
      )}
      <ul className="space-y-4">
        {groupChanges(changes).map((group) => (
          <ChangeCard
            key={group.key}
            org={org}
            project={project}
            id={id}
            group={group}
            mayDecide={may && !decide.isPending}
            onDecide={(decision) =>
              decide.mutate({
                decision,
                ...namedOf(group.changes),
                ifStatus: group.change.approvalStatus,
              })
            }
          />
        ))}
      </ul>
    </>
  );
}

const namedOf = (changes: readonly AccessibilityChange[]) => ({
  slots: changes.map(({ name, viewport, browser }) => ({ name, viewport, browser })),
});

function useDecide(project: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccessibilityDecisionBody) =>
      call('decideAccessibility', { project, params: { id }, body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accessibilityQuery(project, id).queryKey }),
        client.invalidateQueries({ queryKey: ['review', project, id] }),
      ]),
  });
}
