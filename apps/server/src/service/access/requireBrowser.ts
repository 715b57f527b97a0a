import { ServiceError } from '../../domain/ServiceError.js';
import type { PersonPrincipal } from './Principal.js';

/**
 * A file on a laptop must not be able to take over an account, nor to make further logins.
 * @param what is done in the browser only, as the beginning of a sentence
 * @throws ServiceError FORBIDDEN
 */
export function requireBrowser(person: PersonPrincipal, what: string): void {
  if (person.via === 'session') return;
  throw new ServiceError('FORBIDDEN', `${what} in the browser, not with a login of \`svc\``);
}
