import { SvcError } from './SvcError.js';
import { textOfError } from './thrown.js';

/** @throws SvcError `API_URL_INVALID` */
export function checkApiUrl(apiUrl: string): void {
  const problem = problemOf(apiUrl);
  if (problem) throw new SvcError({ code: 'API_URL_INVALID', message: problem, statusCode: 0 });
}

function problemOf(apiUrl: string): string | null {
  if (typeof apiUrl !== 'string' || !URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol))
    return `the API URL must be an http or https address, not "${textOfError(apiUrl)}"${schemeHint(apiUrl)}`;
  // Paths are appended to it, and `fetch` refuses an address with a password.
  const { username, password, search, hash } = new URL(apiUrl);
  return username || password || search || hash
    ? 'the API URL must not have a user, a password, a query or a fragment'
    : null;
}

/** `localhost:4300` is an address to people, and one of the scheme `localhost:` to programs. */
const schemeHint = (apiUrl: unknown): string =>
  typeof apiUrl === 'string' && !/:\/\/|\s/.test(apiUrl) && URL.canParse(`https://${apiUrl}`)
    ? ': does it lack http:// or https://?'
    : '';
