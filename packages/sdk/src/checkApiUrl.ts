import { SvcError } from './SvcError.js';
import { textOfError } from './thrown.js';

/** @throws SvcError `API_URL_INVALID` */
export function checkApiUrl(apiUrl: string): void {
  if (typeof apiUrl === 'string' && URL.canParse(apiUrl) && /^https?:$/.test(new URL(apiUrl).protocol))
    return;
  throw new SvcError({
    code: 'API_URL_INVALID',
    message: `the API URL must be an http or https address, not "${textOfError(apiUrl)}"`,
    statusCode: 0,
  });
}
