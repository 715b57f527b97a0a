import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQuery, organisationsQuery, signInOptionsQuery } from '../../../client/accessQueries.js';
import { call } from '../../../client/call.js';
import { NewNameForm } from '../NewNameForm.js';
import { Panel, PanelNote } from '../Panel.js';
import { PanelState } from '../PanelState.js';
import { Tag } from '../Tag.js';

/** The organisations that one is in, and a new one where one may make any. */
export function OrganisationsPanel() {
  const { data, error, refetch } = useQuery(organisationsQuery);
  const { data: account } = useQuery(accountQuery);
  const { data: options } = useQuery(signInOptionsQuery);
  const mayMake = account?.isOperator || options?.isSignUpOpen;
  return (
    <Panel
      title="Organizations"
      about={
        mayMake
          ? undefined
          : 'Owners invite you to their organizations. Administrators of the service create new ones.'
      }
    >
      {data ? (
        data.organisations.length === 0 ? (
          <PanelNote>You do not belong to an organization yet.</PanelNote>
        ) : (
          <ul className="divide-y divide-line">
            {data.organisations.map(({ name, role }) => (
              <li key={name} className="flex items-center gap-3 px-5 py-3.5">
                <Link
                  to="/organisations/$org/{-$section}"
                  params={{ org: name, section: undefined }}
                  className="min-w-0 flex-1 truncate rounded font-medium hover:text-accent"
                >
                  {name}
                </Link>
                <Tag>{role}</Tag>
              </li>
            ))}
          </ul>
        )
      ) : (
        <PanelState label="Loading the organizations" error={error} retry={refetch} />
      )}
      {mayMake && (
        <NewNameForm
          label="New organization"
          create={(name) => call('createOrganisation', { body: { name } })}
          list={organisationsQuery.queryKey}
        />
      )}
    </Panel>
  );
}
