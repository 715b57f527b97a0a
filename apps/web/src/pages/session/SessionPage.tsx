import type { AnswerOf, Session } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { codeHostQuery } from '../../client/accessQueries.js';
import { commitCheckRunsQuery, sessionQuery } from '../../client/recordsQueries.js';
import { useMembership } from '../../client/useMembership.js';
import { CiLinks } from '../../records/CiLinks.js';
import { SessionBadge } from '../../records/SessionBadge.js';
import { Trail } from '../../records/Trail.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { Failure } from '../../ui/Failure.js';
import { GitPosition } from '../../ui/GitPosition.js';
import { Shell } from '../../ui/Shell.js';
import { Skeleton } from '../../ui/Skeleton.js';
import { TimeAgo } from '../../ui/TimeAgo.js';
import { useTitle } from '../../ui/useTitle.js';
import { countText } from '../../words/countText.js';
import { CheckRunState } from './CheckRunState.js';
import { endWords } from './endWords.js';
import { SessionSuite } from './SessionSuite.js';

/** One run of the tests: a row for each suite, with what the code host shows of it. */
export function SessionPage() {
  const { org, project, id } = useParams({ from: '/$org/$project/sessions/$id' });
  const slug = `${org}/${project}`;
  const { data: session, error, refetch } = useQuery(sessionQuery(slug, id));
  const checks = useQuery({
    ...commitCheckRunsQuery(slug, session?.commit ?? ''),
    enabled: session !== undefined && !session.isLocal,
  });
  const { data: host } = useQuery(codeHostQuery(slug));
  const mayRepeat = useMembership(org)?.may('upload') ?? false;
  const hasCodeHost = host && host.codeHost !== null;
  useTitle(session ? `Session on ${session.branch}` : 'Session');
  return (
    <Shell
      trail={
        <Trail org={org} project={project}>
          Session
        </Trail>
      }
    >
      {session ? (
        <>
          <Head session={session} />
          <Suites
            session={session}
            slug={slug}
            mayRepeat={mayRepeat}
            checkRuns={(hasCodeHost && checks.data?.checkRuns) || []}
          />
          {hasCodeHost === false && !session.isLocal && session.diffs.length > 0 && (
            <p className="mt-4 text-muted text-sm">
              The project is not connected to a code host, so no check runs are shown there.
            </p>
          )}
        </>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </Shell>
  );
}

function Head({ session }: { session: Session }) {
  const notes = [
    session.isLocal && 'Local',
    session.autoApprove && 'Approves automatically',
    session.baselineRef && `Goes to ${session.baselineRef}`,
    session.exitCode !== null && `Command ended with ${session.exitCode}`,
  ].filter((note) => typeof note === 'string');
  const ci = session.diffs.find((diff) => diff.ci)?.ci;
  return (
    <div className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h1 className="min-w-0 break-words font-semibold text-2xl tracking-tight">
          Session on {session.branch}
        </h1>
        <SessionBadge session={session} />
      </div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <GitPosition branch={null} commit={session.commit} commitUrl={ci?.commitUrl} />
        <CiLinks ci={ci} />
        <span>
          Began <TimeAgo at={session.createdAt} />
        </span>
        {session.completedAt && (
          <span>
            ended <TimeAgo at={session.completedAt} />
          </span>
        )}
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
        <span className="min-w-0 truncate font-mono text-[13px]">{session.id}</span>
      </div>
      <p className="max-w-3xl">{endWords(session)}</p>
    </div>
  );
}

interface SuitesProps {
  session: Session;
  slug: string;
  /** Whether the person who looks may compare and deliver again. */
  mayRepeat: boolean;
  checkRuns: AnswerOf<'listCheckRuns'>['checkRuns'];
}

function Suites({ session, slug, mayRepeat, checkRuns }: SuitesProps) {
  if (session.diffs.length === 0) {
    return session.status === 'open' ? (
      <EmptyState icon="camera" title="Nothing sent yet">
        Suites appear here with the first snapshot that the tests upload.
      </EmptyState>
    ) : (
      <EmptyState icon="camera" title="Nothing was sent">
        The run ended without a snapshot. Check its filter, and that the tests take snapshots.
      </EmptyState>
    );
  }
  const ofCommit = checkRuns.find(({ suite }) => suite === null);
  return (
    <section aria-labelledby="suites">
      <h2 id="suites" className="mb-4 font-semibold text-lg">
        Suites <span className="font-normal text-muted tabular-nums">{countText(session.diffs.length)}</span>
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface shadow-card">
        {session.diffs.map((diff) => (
          <SessionSuite
            key={diff.id}
            diff={diff}
            slug={slug}
            session={session}
            mayRepeat={mayRepeat}
            checkRun={checkRuns.find(({ suite }) => suite === diff.suite)}
          />
        ))}
      </ul>
      {ofCommit && (
        <div className="mt-6 rounded-2xl border border-line bg-surface px-5 py-4 shadow-card">
          <h3 className="mb-1 font-medium">The commit as a whole</h3>
          <CheckRunState checkRun={ofCommit} slug={slug} mayRepeat={mayRepeat} />
        </div>
      )}
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading the session" className="space-y-8">
    <Skeleton className="h-8 w-72" />
    <Skeleton className="h-64 rounded-2xl" />
  </div>
);
