import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { badgeQuery } from '../../client/recordsQueries.js';
import { CommandLine } from '../../ui/CommandLine.js';
import { badgeMarkdown } from './badgeMarkdown.js';

interface Props {
  place: { org: string; project: string; suite: string };
  branch: string;
}

/** The badge of a branch of the suite, and the Markdown that shows it in a README. */
export function BadgePanel({ place, branch }: Props) {
  const { org, project, suite } = place;
  const { data } = useQuery(badgeQuery(`${org}/${project}`, suite, branch));
  if (!data) return null;
  return (
    <section aria-label="Badge" className="mt-10 max-w-3xl">
      <h2 className="mb-3 font-semibold text-lg">Badge</h2>
      {data.url === null ? (
        <p className="text-muted text-sm">
          A badge shows in a README whether this suite passes. A maintainer turns badges on in{' '}
          <Link
            to="/$org/$project/settings/{-$section}"
            params={{ org, project, section: undefined }}
            className="text-accent underline"
          >
            the settings
          </Link>
          .
        </p>
      ) : (
        <>
          <p className="mb-3 flex items-center gap-3 text-muted text-sm">
            <img src={data.url} alt={`State of ${suite} on ${branch}`} className="h-5" />
            Anyone who has the address sees the state of this suite on {branch}.
          </p>
          <CommandLine what="Markdown" command={badgeMarkdown(location.origin, place, data.url)} />
        </>
      )}
    </section>
  );
}
