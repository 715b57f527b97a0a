import { domainOfEmail } from '../../domain/access/emailAddress.js';
import { SignInFailed } from '../../domain/access/SignInFailed.js';
import type { ForeignIdentity, SignInProvider, SignInSecrets } from '../../domain/access/SignInProvider.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import {
  createWebSession,
  findByIdentity,
  findWebSession,
  insertIdentity,
  insertPerson,
  lockIdentity,
} from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/Principal.js';
import { acceptInvitation } from '../organisations/acceptInvitation.js';
import type { Resources } from '../Resources.js';
import { sessionDays } from './signIn.js';

type Parts = Pick<Resources, 'database' | 'accounts' | 'links' | 'vault'>;

/** What the browser keeps while it is elsewhere. */
interface Journey {
  provider: string;
  secrets: SignInSecrets;
  next: string;
  invitation: string | null;
  /** Who is signed in and wants to sign in from there too; null for somebody who signs in. */
  linkTo: string | null;
  /** Milliseconds since 1970. */
  until: number;
}

/** Milliseconds. */
export const journeyTime = 600_000;
const sealedFor = 'sign-in elsewhere';

function providerOf({ accounts }: Parts, id: string): SignInProvider {
  const provider = accounts.providers.find((one) => one.id === id);
  if (!provider) throw notFound('Provider');
  return provider;
}

/** A path of this service, whatever was asked for: never the address of another. */
const pathWithin = (next: string): string => (/^\/(?![/\\])[^\\\s]*$/.test(next) ? next : '/');

/** What was begun: where to send the browser, and what it keeps until it is back. */
interface Begun {
  url: string;
  journey: string;
}

/**
 * Begins a sign-in at a provider.
 * @throws ServiceError PROVIDER_NOT_FOUND
 * @throws SignInFailed
 */
export const beginSignInElsewhere = (
  parts: Parts,
  id: string,
  { next, invitation }: { next: string; invitation: string | null },
): Promise<Begun> => begin(parts, id, { next: pathWithin(next), invitation, linkTo: null });

/**
 * Begins to let an account elsewhere sign in to the account of a person.
 * @throws ServiceError FORBIDDEN, PROVIDER_NOT_FOUND
 * @throws SignInFailed
 */
export function beginLink(parts: Parts, person: PersonPrincipal, id: string): Promise<Begun> {
  requireBrowser(person, 'Accounts elsewhere are added');
  return begin(parts, id, { next: '/account', invitation: null, linkTo: person.id });
}

async function begin(
  parts: Parts,
  id: string,
  what: Pick<Journey, 'next' | 'invitation' | 'linkTo'>,
): Promise<Begun> {
  const provider = providerOf(parts, id);
  const { url, secrets } = await provider.begin(parts.links.oauthCallback(id)).catch((error: unknown) => {
    const failed = new SignInFailed(
      'unreachable',
      `${provider.name} does not answer. Try again in a moment.`,
    );
    failed.cause = error;
    throw of(failed, what);
  });
  const journey: Journey = { provider: id, secrets, ...what, until: Date.now() + journeyTime };
  return { url, journey: parts.vault.seal(JSON.stringify(journey), sealedFor).toString('base64url') };
}

/** Says with a failure where the journey was to end. */
const of = (failed: SignInFailed, { next, linkTo }: Pick<Journey, 'next' | 'linkTo'>): SignInFailed =>
  Object.assign(failed, { next, isLink: linkTo !== null });

const notBegun = () =>
  new SignInFailed(
    'not-begun',
    'This sign-in was started in another browser, or has expired. Sign in again.',
  );

function openJourney({ vault }: Parts, id: string, sealed: string | undefined): Journey {
  if (sealed === undefined) throw notBegun();
  try {
    const journey = JSON.parse(vault.open(Buffer.from(sealed, 'base64url'), sealedFor)) as Journey;
    if (journey.provider === id && journey.until > Date.now()) return journey;
  } catch {
    // A cookie of another time or of another hand.
  }
  throw notBegun();
}

/** What a browser comes back with. */
interface Returned {
  /** Of the address that it came back to. */
  search: string;
  journey: string | undefined;
  /** The secret of its session, if it has one. */
  session: string | undefined;
  /** What it calls itself. */
  browser: string | null;
}

/**
 * Ends a sign-in at a provider: opens a browser session of the account that belongs to it, which may be a new one; or
 * lets it sign in, from now on, to the account of who began.
 * @returns the secret of the session and whose it is, null when there was one, and the path to go on to
 * @throws ServiceError PROVIDER_NOT_FOUND
 * @throws SignInFailed
 */
export async function finishSignInElsewhere(
  parts: Parts,
  id: string,
  returned: Returned,
): Promise<{ session: string | null; personId: string | null; next: string }> {
  const provider = providerOf(parts, id);
  const journey = openJourney(parts, id, returned.journey);
  const { secrets, next, linkTo } = journey;
  try {
    const identity = await provider
      .finish(new URL(returned.search, parts.links.oauthCallback(id)), secrets)
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw new SignInFailed('refused', `${provider.name} did not sign you in: ${why}`);
      });
    if (linkTo !== null) {
      await link(parts, id, identity, linkTo, returned.session);
      return { session: null, personId: null, next };
    }
    const personId = await findOrMake(parts, id, identity, journey.invitation);
    const session = await createWebSession(parts.database, personId, sessionDays, returned.browser);
    return { session, personId, next };
  } catch (error) {
    throw error instanceof SignInFailed ? of(error, journey) : error;
  }
}

/** Only within the session of the very person who began: nobody's account is given a way in by another. */
async function link(
  { database }: Parts,
  provider: string,
  { subject, name }: ForeignIdentity,
  personId: string,
  session: string | undefined,
): Promise<void> {
  const person = session === undefined ? undefined : await findWebSession(database, session);
  if (person?.id !== personId) throw notBegun();
  await database.transaction().execute(async (transaction) => {
    await lockIdentity(transaction, provider, subject);
    const known = await findByIdentity(transaction, provider, subject);
    if (known?.id === personId) return;
    if (known) {
      throw new SignInFailed('linked-elsewhere', `${name} signs in to another account here already`);
    }
    await insertIdentity(transaction, { provider, subject, userId: personId, name });
  });
}

function findOrMake(
  { database, accounts }: Parts,
  provider: string,
  { subject, name, email, isOfOrganisation }: ForeignIdentity,
  invitation: string | null,
): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    await lockIdentity(transaction, provider, subject);
    const known = await findByIdentity(transaction, provider, subject);
    if (!known) {
      const isOfDomain = email !== null && accounts.domains.includes(domainOfEmail(email));
      const isInvited = isOfDomain || isOfOrganisation || invitation !== null;
      if (!accounts.isSignUpOpen && !isInvited) {
        throw new SignInFailed(
          'no-account',
          'There is no account for you here yet. Ask an owner of an organization for an invitation.',
        );
      }
    }
    // Nobody's account is taken over by who has the same address elsewhere.
    const person = known ?? (await insertPerson(transaction, { name, email, password: null }));
    if (!person) {
      throw new SignInFailed(
        'email-taken',
        'There is an account with this e-mail address; sign in to it as before',
      );
    }
    if (!known) await insertIdentity(transaction, { provider, subject, userId: person.id, name });
    if (invitation !== null) await accept(transaction, person, invitation);
    return person.id;
  });
}

const accept = (...given: Parameters<typeof acceptInvitation>) =>
  acceptInvitation(...given).catch((error: unknown) => {
    throw error instanceof ServiceError ? new SignInFailed('invitation-over', error.message) : error;
  });
