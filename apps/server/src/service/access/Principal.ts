import type { Identity } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import type { Person } from '../../store/accounts/people.js';
import type { ValidKey } from '../../store/keys/apiKeys.js';

export interface KeyPrincipal extends ValidKey {
  kind: 'key';
}

/** A person with a browser session or the login of a command line. */
export interface PersonPrincipal extends Person {
  kind: 'person';
  via: 'session' | 'login';
}

/** The service itself, or what asks through it: its command line, its clock, somebody on the code host. */
export interface ServicePrincipal {
  kind: 'service';
  /** As the record names it, such as `server:svc-server` or `github:ada`. */
  actor: string;
}

/** Who sends a request to the API. */
export type Requester = KeyPrincipal | PersonPrincipal;

/** Who asks. */
export type Principal = Requester | ServicePrincipal;

/** A principal as the record names it. */
export interface PrincipalNames {
  /** For people to read: `key:ci` or `user:ada`. */
  actor: string;
  /** The same with an id, which no other principal has; empty for the service. */
  namespace: string;
}

export function namesOf(principal: Principal): PrincipalNames {
  switch (principal.kind) {
    case 'key':
      return { actor: `key:${principal.keyName}`, namespace: `key:${principal.keyId}` };
    case 'person':
      return namesOfPerson(principal);
    case 'service':
      return { actor: principal.actor, namespace: '' };
  }
}

export const namesOfPerson = ({ id, name }: Pick<Person, 'id' | 'name'>): PrincipalNames => ({
  actor: `user:${name}`,
  namespace: `user:${id}`,
});

/** Whether a principal is somebody with an account: no key, nor anybody on the code host, who may be the same person. */
export const isPerson = ({ namespace }: Pick<PrincipalNames, 'namespace'>): boolean =>
  namespace.startsWith('user:');

export const presentPrincipal = (principal: Requester): Identity =>
  principal.kind === 'key'
    ? { kind: 'key', name: principal.keyName, project: slugOf(principal.project), scopes: principal.scopes }
    : { kind: 'user', name: principal.name, project: null, isOperator: principal.isOperator };

/** How a requester is told which credential was used. */
export function credentialOf(principal: Requester): string {
  if (principal.kind === 'key') return `The API key "${principal.keyName}"`;
  return principal.via === 'session'
    ? `The browser session of ${principal.name}`
    : `The login of ${principal.name}`;
}

/** @throws ServiceError FORBIDDEN for an API key */
export function requirePerson(principal: Requester): PersonPrincipal {
  if (principal.kind === 'person') return principal;
  throw new ServiceError(
    'FORBIDDEN',
    `${credentialOf(principal)} cannot do this: no API key can. Sign in, or use \`svc login\`.`,
  );
}

/**
 * A file on a laptop must not be able to take over an account, nor to make further logins.
 * @param what is done in the browser only, as the beginning of a sentence
 * @throws ServiceError FORBIDDEN
 */
export function requireBrowser(person: PersonPrincipal, what: string): void {
  if (person.via === 'session') return;
  throw new ServiceError('FORBIDDEN', `${what} in the browser, not with a login of \`svc\``);
}
