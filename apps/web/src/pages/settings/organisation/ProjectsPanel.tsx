import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../../client/call.js';
import { projectsQuery } from '../../../client/queries.js';
import type { Membership } from '../../../client/useMembership.js';
import { Icon } from '../../../ui/Icon.js';
import { NewNameForm } from '../NewNameForm.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';

/** The projects of an organisation, and a new one. */
export function ProjectsPanel({ org, membership }: { org: string; membership: Membership }) {
  const { data, error, refetch } = useQuery(projectsQuery);
  const slugs = data?.projects.map(({ slug }) => slug).filter((slug) => slug.startsWith(`${org}/`));
  return (
    <Panel title="Projects" about={`Each has its own suites, baselines, settings and API keys.`}>
      {slugs ? (
        slugs.length === 0 ? (
          <PanelNote>No project yet.</PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {slugs.map((slug) => (
              <li key={slug} className="flex items-center gap-3 px-5 py-3">
                <Link
                  to="/$org/$project"
                  params={{ org, project: slug.slice(org.length + 1) }}
                  className="min-w-0 flex-1 truncate rounded font-medium hover:text-accent"
                >
                  {slug.slice(org.length + 1)}
                </Link>
                <Link
                  to="/$org/$project/settings/{-$section}"
                  params={{ org, project: slug.slice(org.length + 1), section: undefined }}
                  aria-label={`Settings of ${slug}`}
                  className="inline-flex items-center gap-1.5 rounded text-muted text-sm hover:text-accent"
                >
                  <Icon name="settings" size={14} />
                  Settings
                </Link>
              </li>
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the projects" error={error} retry={refetch} />
      )}
      {membership.may('manage') && (
        <NewNameForm
          label="New project"
          create={(name) => call('createProject', { params: { org }, body: { name } })}
          list={projectsQuery.queryKey}
        />
      )}
    </Panel>
  );
}
