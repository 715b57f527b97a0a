import { SvcError } from './SvcError.js';

/** @throws SvcError `API_URL_INVALID` */
export function checkApiUrl(apiUrl: string): void {
  if (URL.canParse(apiUrl) && /^https?:$/.test(new URL(apiUrl).protocol)) return;
  throw new SvcError({
    code: 'API_URL_INVALID',
    message: `the API URL must be an http or https address, not "${apiUrl}"`,
    statusCode: 0,
  });
}
