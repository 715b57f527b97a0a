import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import type { SignInProvider } from '../../domain/access/SignInProvider.js';
import {
  createWebSession,
  findCredentials,
  insertIdentity,
  insertPerson,
  listIdentities,
} from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { changePassword } from './changePassword.js';
import { beginLink, beginSignInElsewhere, finishSignInElsewhere } from './signInElsewhere.js';
import { unlinkIdentity } from './unlinkIdentity.js';

/** Signs in the person whom the search of the callback names. */
const provider: SignInProvider = {
  id: 'oidc',
  name: 'Test',
  begin: async () => ({ url: 'https://provider.example', secrets: { state: '', nonce: '', verifier: '' } }),
  finish: async (url) => {
    const subject = url.searchParams.get('as') ?? '';
    const email = url.searchParams.get('email');
    return { subject, name: `Name of ${subject}`, email, isOfOrganisation: false };
  },
};

let service: TestService;
beforeAll(async () => {
  const accounts = { isSignUpOpen: true, domains: [], providers: [provider] };
  service = await startTestService(undefined, undefined, undefined, { accounts });
});
afterAll(() => service?.stop());

const rounds = Array.from({ length: 3 }, (_, round) => round);
const several = [1, 2, 3, 4];

async function newPerson(name: string): Promise<PersonPrincipal> {
  const made = await insertPerson(service.resources.database, { name, email: null, password: null });
  if (!made) throw new Error('no person');
  return { ...made, kind: 'person', via: 'session' };
}

const outcomesOf = async (calls: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === 'fulfilled' ? 'done' : String(one.reason.problem ?? one.reason.code),
  );

test.each(rounds)('the last way to sign in stays, if all are removed at once (%i)', async (round) => {
  const { database } = service.resources;
  const person = await newPerson('linked');
  const places = several.map((place) => `place ${place}`);
  for (const place of places)
    await insertIdentity(database, { provider: place, subject: `${round}`, userId: person.id, name: 'x' });
  const outcomes = await outcomesOf(places.map((place) => unlinkIdentity({ database }, person, place)));
  expect(outcomes.sort()).toEqual(['FORBIDDEN', 'done', 'done', 'done']);
  expect(await listIdentities(database, person.id)).toHaveLength(1);
});

test.each(rounds)(
  'of several people who choose one e-mail address at once, one gets it (%i)',
  async (round) => {
    const people = await Promise.all(several.map((one) => newPerson(`person ${one}`)));
    const chosen = { email: `one${round}@example.com`, newPassword: 'a long password' };
    const outcomes = await outcomesOf(
      people.map((person) => changePassword(service.resources, person, chosen, undefined)),
    );
    expect(outcomes.sort()).toEqual(['NAME_TAKEN', 'NAME_TAKEN', 'NAME_TAKEN', 'done']);
  },
);

test.each(rounds)(
  'another password does not take back an address that is chosen at once (%i)',
  async (round) => {
    const { database } = service.resources;
    const person = await newPerson('two tabs');
    const change = (body: { newPassword: string; currentPassword?: string; email?: string }) =>
      changePassword(service.resources, person, body, undefined);
    const [old, chosen] = [`old${round}@example.com`, `chosen${round}@example.com`];
    const newPassword = 'a long password';
    await change({ newPassword, email: old });
    const known = { newPassword, currentPassword: newPassword };
    await Promise.all([change(known), change({ ...known, email: chosen }), change(known)]);
    expect(await findCredentials(database, person.id)).toMatchObject({ email: chosen });
  },
);

test.each(rounds)(
  'a first sign-in with a provider in several tabs at once makes one account (%i)',
  async (round) => {
    const search = `?as=tabs${round}${round % 2 ? `&email=tabs${round}@example.com` : ''}`;
    const tabs = several.map(async () => {
      const { journey } = await beginSignInElsewhere(service.resources, 'oidc', {
        next: '/',
        invitation: null,
      });
      const returned = { search, journey, session: undefined, browser: null };
      return (await finishSignInElsewhere(service.resources, 'oidc', returned)).personId;
    });
    expect(new Set(await Promise.all(tabs)).size).toBe(1);
  },
);

test.each(rounds)(
  'of several people who link one account elsewhere at once, one gets it (%i)',
  async (round) => {
    const { database } = service.resources;
    const people = await Promise.all(several.map((one) => newPerson(`person ${one}`)));
    const outcomes = await outcomesOf(
      people.map(async (person) => {
        const { journey } = await beginLink(service.resources, person, 'oidc');
        const session = await createWebSession(database, person.id, 1, null);
        const returned = { search: `?as=linked${round}`, journey, session, browser: null };
        await finishSignInElsewhere(service.resources, 'oidc', returned);
      }),
    );
    expect(outcomes.sort()).toEqual(['done', 'linked-elsewhere', 'linked-elsewhere', 'linked-elsewhere']);
  },
);
