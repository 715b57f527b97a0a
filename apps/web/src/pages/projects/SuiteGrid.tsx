import type { Suite } from '@svc/schema';
import { Link } from '@tanstack/react-router';
import { DiffConclusion } from '../../records/DiffConclusion.js';
import { CommandLine } from '../../ui/CommandLine.js';
import { EmptyState } from '../../ui/EmptyState.js';
import { TimeAgo } from '../../ui/TimeAgo.js';

interface Props {
  org: string;
  project: string;
  suites: readonly Suite[];
}

export function SuiteGrid({ suites, ...place }: Props) {
  return (
    <section aria-labelledby="suites" className="mb-10">
      <h2 id="suites" className="mb-4 font-semibold text-lg">
        Suites
      </h2>
      {suites.length === 0 ? (
        <div className="rounded-2xl border border-line bg-surface pb-10">
          <EmptyState icon="camera" title="No captures yet">
            Build your Storybook and capture it: the first run with this flag becomes the baselines.
          </EmptyState>
          <div className="mx-auto -mt-8 max-w-lg px-6">
            <CommandLine command="svc stories-a ./storybook-static --auto-baseline" />
          </div>
        </div>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {suites.map((suite) => (
            <li key={suite.name} className="min-w-0">
              <SuiteCard suite={suite} {...place} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function SuiteCard({ suite, org, project }: { suite: Suite; org: string; project: string }) {
  const { lastDiff } = suite;
  return (
    <div className="relative flex h-full flex-col rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors focus-within:border-accent hover:border-accent">
      <div className="mb-3 flex items-start justify-between gap-3">
        <h3 className="min-w-0 break-words font-semibold">
          <Link
            to="/$org/$project/suites/$suite"
            params={{ org, project, suite: suite.name }}
            // The whole card leads to the suite, but for the link to its last diff.
            className="after:absolute after:inset-0 after:rounded-2xl"
          >
            {suite.name}
          </Link>
        </h3>
        {lastDiff && <DiffConclusion diff={lastDiff} />}
      </div>
      <p className="mb-4 text-muted text-sm">
        <span className="font-semibold text-2xl text-ink tabular-nums tracking-tight">
          {suite.baselineCount}
        </span>{' '}
        {suite.baselineCount === 1 ? 'baseline' : 'baselines'}
      </p>
      <p className="mt-auto flex justify-between gap-3 text-muted text-sm">
        {lastDiff ? (
          <>
            <Link
              to="/$org/$project/diffs/$id"
              params={{ org, project, id: lastDiff.id }}
              className="relative font-medium text-accent hover:underline"
            >
              Last diff
            </Link>
            <TimeAgo at={lastDiff.createdAt} />
          </>
        ) : (
          <>
            <span>No diff yet</span>
            {suite.lastCaptureAt && <TimeAgo at={suite.lastCaptureAt} />}
          </>
        )}
      </p>
    </div>
  );
}
