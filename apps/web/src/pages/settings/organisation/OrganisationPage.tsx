import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { organisationsQuery } from '../../../client/accessQueries.js';
import { type Membership, useMembership } from '../../../client/useMembership.js';
import { EmptyState } from '../../../ui/EmptyState.js';
import { useTitle } from '../../../ui/useTitle.js';
import { AuditPanel } from '../audit/AuditPanel.js';
import { Forbidden } from '../Forbidden.js';
import { PanelState } from '../PanelState.js';
import { SettingsFrame } from '../SettingsFrame.js';
import { MembersPanels } from './MembersPanels.js';
import { ProjectsPanel } from './ProjectsPanel.js';

const sections = [
  { section: undefined, label: 'Projects', icon: 'overlay' },
  { section: 'members', label: 'Members', icon: 'people' },
  { section: 'audit', label: 'Audit log', icon: 'list' },
] as const;

export function OrganisationPage() {
  const { org, section } = useParams({ from: '/organisations/$org/{-$section}' });
  useTitle(org);
  const organisations = useQuery(organisationsQuery);
  const membership = useMembership(org);
  return (
    <SettingsFrame
      title={org}
      trail={<span className="min-w-0 truncate text-muted">Organization</span>}
      sections={sections}
      current={section}
      to="/organisations/$org/{-$section}"
      params={{ org, project: '' }}
    >
      {membership ? (
        <Shown org={org} section={section} membership={membership} />
      ) : organisations.data ? (
        <EmptyState icon="search" title="Not found" role="alert">
          <p>This organization does not exist, or you are not a member of it.</p>
        </EmptyState>
      ) : (
        <PanelState
          label="Loading the organization"
          error={organisations.error}
          retry={organisations.refetch}
        />
      )}
    </SettingsFrame>
  );
}

function Shown({
  org,
  section,
  membership,
}: {
  org: string;
  section: string | undefined;
  membership: Membership;
}) {
  if (section === undefined) return <ProjectsPanel org={org} membership={membership} />;
  if (section === 'members') return <MembersPanels org={org} membership={membership} />;
  if (section !== 'audit') {
    return (
      <EmptyState icon="search" title="Section not found">
        <p>Choose one from the menu.</p>
      </EmptyState>
    );
  }
  return membership.may('own') ? (
    <AuditPanel of={{ org }} about="Who decided and changed what in the organization and all its projects." />
  ) : (
    <Forbidden what="The audit log of an organization" role={membership.role} needs="owner" />
  );
}
