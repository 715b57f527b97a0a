import type { Neighbors } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { neighborsQuery } from '../../../client/recordsQueries.js';

interface Props {
  org: string;
  project: string;
  diff: ReviewDiff;
}

const look = 'whitespace-nowrap rounded text-muted text-sm hover:text-accent hover:underline';

/** To the builds of the branch right before and after this one, to all of them, and to what this one can be compared with. */
export function BuildLinks({ org, project, diff: { id, suite, branch, isLocal, headCaptureId } }: Props) {
  const { data } = useQuery({ ...neighborsQuery(`${org}/${project}`, id), enabled: branch !== null });
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      <Step org={org} project={project} word="Previous build" to={data?.previous ?? null} />
      <Step org={org} project={project} word="Next build" to={data?.next ?? null} />
      {branch !== null && !isLocal && (
        <Link
          to="/$org/$project/suites/$suite/branches/$branch"
          params={{ org, project, suite, branch }}
          preload={false}
          className={`${look} max-md:hidden`}
        >
          All builds
        </Link>
      )}
      <Link
        to="/$org/$project/suites/$suite/compare"
        params={{ org, project, suite }}
        search={{ head: headCaptureId }}
        preload={false}
        className={`${look} max-md:hidden`}
      >
        Compare with …
      </Link>
    </span>
  );
}

interface StepProps {
  org: string;
  project: string;
  word: string;
  to: Neighbors['next'];
}

function Step({ org, project, word, to }: StepProps) {
  if (!to) return null;
  return (
    <Link
      to="/$org/$project/diffs/$id"
      params={{ org, project, id: to.diffId }}
      preload={false}
      title={to.commit ? `Commit ${to.commit}` : undefined}
      className={look}
    >
      {word}
    </Link>
  );
}
