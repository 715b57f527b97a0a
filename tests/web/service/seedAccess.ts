import { createHash } from 'node:crypto';
import { type BeginCliLoginBody, operations, type Role } from '@svc/schema';
import type {
  ForeignIdentity,
  SignInProvider,
} from '../../../apps/server/src/domain/access/SignInProvider.js';
import { hashPassword } from '../../../apps/server/src/service/accounts/passwords.js';
import type { AccountRules } from '../../../apps/server/src/service/Resources.js';
import { insertLoginToken } from '../../../apps/server/src/store/accounts/loginTokens.js';
import {
  changeCredentials,
  createWebSession,
  ensureFirstUser,
  findByEmail,
  insertIdentity,
  insertPerson,
} from '../../../apps/server/src/store/accounts/people.js';
import { createSignInToken } from '../../../apps/server/src/store/accounts/signInTokens.js';
import { insertInvitation } from '../../../apps/server/src/store/organisations/invitations.js';
import { saveMember } from '../../../apps/server/src/store/organisations/organisations.js';
import { post, type Seed, type World } from './openService.js';

export const ada = { email: 'ada@acme.example', password: 'correct horse' };

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';

/** Somewhere to sign in, which signs everybody in as ada at once. */
const providerOf = (id: string, name: string): SignInProvider => ({
  id,
  name,
  begin: async (callback) => ({
    url: `${new URL(callback).pathname}?code=once`,
    secrets: { state: '', verifier: '', nonce: '' },
  }),
  finish: async (): Promise<ForeignIdentity> => ({
    subject: `ada at ${id}`,
    name: 'ada',
    email: null,
    isOfOrganisation: false,
  }),
});

/** Accounts by invitation, or from two places. */
export const closedAccounts = (): AccountRules => ({
  isSignUpOpen: false,
  domains: [],
  providers: [providerOf('github', 'GitHub'), providerOf('oidc', 'Acme SSO')],
});

/** Ada Lovelace, who does not run the service but owns acme, is signed in at three places; acme has three more members. */
export const seedPeople: Seed = async ({ service }) => {
  const { database } = service.resources;
  const userId = await ensureFirstUser(database);
  await changeCredentials(database, userId, {
    email: ada.email,
    password: await hashPassword(ada.password),
  });
  await insertIdentity(database, { provider: 'github', subject: 'ada at github', userId, name: 'ada' });
  await insertLoginToken(database, { userId, name: 'ada-laptop', days: 28 });
  await createWebSession(database, userId, 28, iphone);
  await saveMember(database, { org: 'acme', userId, role: 'owner' });
  await database.updateTable('users').set({ isOperator: false }).where('id', '=', userId).execute();
  const others: [string, string | null, Role][] = [
    ['Grace Hopper', 'grace@acme.example', 'maintainer'],
    ['Katherine Johnson', 'katherine@acme.example', 'reviewer'],
    ['Alan Turing', null, 'viewer'],
  ];
  for (const [name, email, role] of others) {
    const person = await insertPerson(database, { name, email, password: null });
    if (!person) throw new Error(`${email} has an account`);
    await saveMember(database, { org: 'acme', userId: person.id, role });
  }
  return '/organisations/acme/members';
};

/** Somebody else, with that role in acme. Resolves with the cookie of a session. */
export async function addPerson({ service }: World, name: string, role: Role): Promise<string> {
  const { database } = service.resources;
  const person = await insertPerson(database, { name, email: null, password: null });
  if (!person) throw new Error(`${name} has an account`);
  await saveMember(database, { org: 'acme', userId: person.id, role });
  return createWebSession(database, person.id, 28, iphone);
}

/** A token that signs Ada in once. */
export async function newTokenOfAda({ service }: World): Promise<string> {
  const { database } = service.resources;
  const person = await findByEmail(database, ada.email);
  if (!person) throw new Error('Ada has no account yet');
  return createSignInToken(database, person.id, 1);
}

/** Gives Ada another role in acme. */
export const as =
  (role: Role) =>
  async ({ service }: World): Promise<void> => {
    await service.resources.database
      .updateTable('members')
      .set({ role })
      .where('userId', 'in', (users) => users.selectFrom('users').select('id').where('email', '=', ada.email))
      .execute();
  };

/** Takes Ada out of acme. */
export const leave = async ({ service }: World): Promise<void> => {
  await service.resources.database
    .deleteFrom('members')
    .where('userId', 'in', (users) => users.selectFrom('users').select('id').where('email', '=', ada.email))
    .execute();
};

/** An invitation by Grace Hopper that nobody has accepted. */
export const seedInvitation: Seed = async ({ service }) => {
  const { token } = await insertInvitation(service.resources.database, {
    org: 'acme',
    role: 'reviewer',
    createdBy: 'user:Grace Hopper',
    days: 6,
  });
  return `/invitation#${token}`;
};

const seedLogin =
  (fields: Omit<BeginCliLoginBody, 'codeChallenge'>): Seed =>
  async (world) => {
    const codeChallenge = createHash('sha256').update('verifier').digest('base64url');
    const begun = await post<{ userCode: string }>(world, operations.beginCliLogin.path, {
      ...fields,
      codeChallenge,
    });
    return `/cli-login?code=${begun.userCode}`;
  };

/** A command line that waits to be asked for its code. */
export const seedDeviceLogin = seedLogin({ name: 'build-server-03' });

/** A command line that waits at an address of its own. */
export const seedLoopbackLogin = seedLogin({
  name: 'ada-laptop',
  redirectUrl: 'http://127.0.0.1:9/callback',
  state: createHash('sha256').update('state').digest('base64url'),
});
