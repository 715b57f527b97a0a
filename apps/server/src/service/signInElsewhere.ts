import { notFound, ServiceError } from '../domain/ServiceError.js';
import type { ForeignIdentity, SignInProvider, SignInSecrets } from '../domain/SignInProvider.js';
import { createWebSession, findByIdentity, insertIdentity, insertPerson } from '../store/people.js';
import { acceptInvitation } from './acceptInvitation.js';
import type { Resources } from './Resources.js';
import { sessionDays } from './signIn.js';
import { emailTaken } from './signUp.js';

type Parts = Pick<Resources, 'database' | 'accounts' | 'links' | 'vault'>;

/** What the browser keeps while it is elsewhere. */
interface Journey {
  provider: string;
  secrets: SignInSecrets;
  next: string;
  invitation: string | null;
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

/**
 * Begins a sign-in at a provider.
 * @returns where to send the browser, and what it keeps until it is back
 * @throws ServiceError PROVIDER_NOT_FOUND
 */
export async function beginSignInElsewhere(
  parts: Parts,
  id: string,
  { next, invitation }: { next: string; invitation: string | null },
): Promise<{ url: string; journey: string }> {
  const { url, secrets } = await providerOf(parts, id).begin(parts.links.oauthCallback(id));
  const journey: Journey = {
    provider: id,
    secrets,
    next: pathWithin(next),
    invitation,
    until: Date.now() + journeyTime,
  };
  return { url, journey: parts.vault.seal(JSON.stringify(journey), sealedFor).toString('base64url') };
}

const notBegun = () =>
  new ServiceError('TOKEN_INVALID', 'This sign-in was not begun in this browser, or is over. Sign in again.');

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

/**
 * Ends a sign-in at a provider: opens a browser session of the account that belongs to it, which may be a new one.
 * @param search of the address that the browser came back to
 * @returns the secret of the session, and the path to go on to
 * @throws ServiceError PROVIDER_NOT_FOUND, TOKEN_INVALID, FORBIDDEN, NAME_TAKEN
 */
export async function finishSignInElsewhere(
  parts: Parts,
  id: string,
  { search, journey: sealed }: { search: string; journey: string | undefined },
): Promise<{ session: string; next: string }> {
  const provider = providerOf(parts, id);
  const { secrets, next, invitation } = openJourney(parts, id, sealed);
  const identity = await provider
    .finish(new URL(search, parts.links.oauthCallback(id)), secrets)
    .catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      throw new ServiceError('TOKEN_INVALID', `${provider.name} did not sign you in: ${why}`);
    });
  const personId = await findOrMake(parts, id, identity, invitation);
  return { session: await createWebSession(parts.database, personId, sessionDays), next };
}

function findOrMake(
  { database, accounts }: Parts,
  provider: string,
  { subject, name, email }: ForeignIdentity,
  invitation: string | null,
): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    const known = await findByIdentity(transaction, provider, subject);
    if (!known) {
      const isOfDomain = email !== null && accounts.domains.includes(email.split('@')[1] ?? '');
      if (!accounts.isSignUpOpen && !isOfDomain && invitation === null) {
        throw new ServiceError(
          'FORBIDDEN',
          'There is no account for you here yet. Ask an owner of an organisation for an invitation.',
        );
      }
    }
    // Nobody's account is taken over by who has the same address elsewhere.
    const person = known ?? (await insertPerson(transaction, { name, email, password: null }));
    if (!person) throw emailTaken();
    if (!known) await insertIdentity(transaction, { provider, subject, user_id: person.id });
    if (invitation !== null) await acceptInvitation(transaction, person, invitation);
    return person.id;
  });
}
