import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { organisationsQuery } from '../../../client/accessQueries.js';
import { type Membership, useMembership } from '../../../client/useMembership.js';
import { Trail } from '../../../records/Trail.js';
import { EmptyState } from '../../../ui/EmptyState.js';
import { Icon } from '../../../ui/Icon.js';
import { useTitle } from '../../../ui/useTitle.js';
import { AuditPanel } from '../audit/AuditPanel.js';
import { Forbidden } from '../Forbidden.js';
import { MembersPanels } from '../organisation/MembersPanels.js';
import { PanelState } from '../PanelState.js';
import { SettingsFrame } from '../SettingsFrame.js';
import { ChatPanel } from './ChatPanel.js';
import { CodeHostPanel } from './CodeHostPanel.js';
import { GeneralPanel } from './GeneralPanel.js';
import { KeysPanel } from './KeysPanel.js';
import { UsagePanels } from './UsagePanels.js';

const sections = [
  { section: undefined, label: 'General', icon: 'settings' },
  { section: 'keys', label: 'API keys', icon: 'key' },
  { section: 'code-host', label: 'Code host', icon: 'branch' },
  { section: 'chat', label: 'Chat', icon: 'comment' },
  { section: 'members', label: 'Members', icon: 'people' },
  { section: 'usage', label: 'Usage', icon: 'chart' },
  { section: 'audit', label: 'Audit log', icon: 'list' },
] as const;

export function ProjectSettingsPage() {
  const { org, project, section } = useParams({ from: '/$org/$project/settings/{-$section}' });
  const { label } = sections.find((one) => one.section === section) ?? { label: 'Settings' };
  useTitle(`${label} · ${org}/${project}`);
  const organisations = useQuery(organisationsQuery);
  const membership = useMembership(org);
  return (
    <SettingsFrame
      title="Settings"
      trail={
        <Trail org={org} project={project}>
          Settings
        </Trail>
      }
      sections={sections}
      current={section}
      to="/$org/$project/settings/{-$section}"
      params={{ org, project }}
      aside={
        <Link
          to="/organisations/$org/{-$section}"
          params={{ org, section: undefined }}
          className="mt-4 flex items-center gap-1.5 border-line border-t px-3 pt-4 text-muted text-sm hover:text-accent max-lg:hidden"
        >
          <span className="min-w-0 truncate">Organization {org}</span>
          <Icon name="next" size={12} />
        </Link>
      }
    >
      {membership ? (
        <Shown org={org} slug={`${org}/${project}`} section={section} membership={membership} />
      ) : organisations.data ? (
        <EmptyState icon="search" title="Not found" role="alert">
          <p>This project does not exist, or you are not a member of its organization.</p>
        </EmptyState>
      ) : (
        <PanelState label="Loading the settings" error={organisations.error} retry={organisations.refetch} />
      )}
    </SettingsFrame>
  );
}

interface ShownProps {
  org: string;
  slug: string;
  section: string | undefined;
  membership: Membership;
}

function Shown({ org, slug, section, membership }: ShownProps) {
  const forbidden = (what: string) => <Forbidden what={what} role={membership.role} needs="maintainer" />;
  if (section === undefined) return <GeneralPanel slug={slug} membership={membership} />;
  if (section === 'keys') {
    return membership.may('manage') ? <KeysPanel slug={slug} /> : forbidden('Viewing and creating API keys');
  }
  if (section === 'code-host') return <CodeHostPanel slug={slug} membership={membership} />;
  if (section === 'chat') {
    return membership.may('manage') ? <ChatPanel slug={slug} /> : forbidden('Posting to chats');
  }
  if (section === 'members') return <MembersPanels org={org} membership={membership} />;
  if (section === 'usage') return <UsagePanels slug={slug} />;
  if (section === 'audit') {
    return membership.may('manage') ? (
      <AuditPanel of={{ project: slug }} about="Who decided and changed what in this project." />
    ) : (
      forbidden('The audit log')
    );
  }
  return (
    <EmptyState icon="search" title="Section not found">
      <p>Choose one from the menu.</p>
    </EmptyState>
  );
}
