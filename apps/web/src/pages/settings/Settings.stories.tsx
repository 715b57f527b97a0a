import type { QueryClient } from '@tanstack/react-query';
import { exampleAccess as access } from '../../../.storybook/exampleAccess.js';
import { knownAnswers } from '../../../.storybook/knownAnswers.js';
import { OpenPage } from '../../../.storybook/OpenPage.js';
import {
  accountQuery,
  auditQuery,
  codeHostQuery,
  invitationsQuery,
  keysQuery,
  membersQuery,
  organisationsQuery,
  settingsQuery,
  signInOptionsQuery,
  signInsQuery,
  usageQuery,
} from '../../client/accessQueries.js';
import { identityQuery } from '../../client/queries.js';

export default { title: 'Pages/Settings', parameters: { layout: 'fullscreen' } };

const project = 'acme/web';
const [org = ''] = project.split('/');
const onePage = <Page,>(page: Page) => ({ pages: [page], pageParams: [null] });

/** Everything that settings pages ask for, as an owner of the organisation is told it. */
function answers(): QueryClient {
  const client = knownAnswers();
  const { account } = access;
  client.setQueryData(identityQuery.queryKey, {
    kind: 'user',
    name: account.name,
    project: null,
    isOperator: account.isOperator,
  });
  client.setQueryData(signInOptionsQuery.queryKey, access.options);
  client.setQueryData(accountQuery.queryKey, account);
  client.setQueryData(signInsQuery.queryKey, { signIns: access.signIns });
  client.setQueryData(organisationsQuery.queryKey, {
    organisations: [access.organisation],
  });
  client.setQueryData(membersQuery(org).queryKey, { members: access.members });
  client.setQueryData(invitationsQuery(org).queryKey, { invitations: access.invitations });
  client.setQueryData(settingsQuery(project).queryKey, access.settings);
  client.setQueryData(usageQuery(project).queryKey, access.usage);
  client.setQueryData(keysQuery(project).queryKey, onePage({ keys: access.keys, nextCursor: null }));
  client.setQueryData(codeHostQuery(project).queryKey, { codeHost: access.codeHost });
  client.setQueryData(
    auditQuery({ of: { project }, kind: undefined, by: undefined }).queryKey,
    onePage({ entries: access.audit.slice(0, 12), nextCursor: null }),
  );
  return client;
}

const page = (at: string) => () => <OpenPage at={at} client={answers()} />;

export const General = page(`/${project}/settings`);
export const Keys = page(`/${project}/settings/keys`);
export const Members = page(`/${project}/settings/members`);
export const Usage = page(`/${project}/settings/usage`);
export const Audit = page(`/${project}/settings/audit`);
export const Account = page('/account');
export const PhoneKeys = {
  parameters: { svc: { modes: { phone: { viewport: { width: 390, height: 844 } } } } },
  render: page(`/${project}/settings/keys`),
};
