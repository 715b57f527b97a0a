import { checkApiUrl } from '../checkApiUrl.js';
import { defaultApiUrl, type SvcClientOptions } from '../SvcClientOptions.js';
import { SvcError } from '../SvcError.js';
import { argumentError } from './argumentError.js';

/** What cannot be a header, `fetch` would report as a failure of the network. */
const isHeader = (value: unknown) => typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
const isFunction = (value: unknown) => typeof value === 'function';
const isAmount = (value: unknown) => typeof value === 'number' && value >= 0 && Number.isFinite(value);

const rules: [keyof SvcClientOptions, (value: unknown) => boolean, string][] = [
  ['project', (value) => value === '' || isHeader(value), 'must be org/project'],
  ['userAgent', (value) => typeof value === 'string' && /^[\x20-\x7e]*$/.test(value), 'must be a name'],
  ['maxRetries', (value) => isAmount(value) && Number.isInteger(value), 'must be an integer of at least 0'],
  ['retryBaseDelayMs', isAmount, 'must be a number of at least 0'],
  ['concurrency', isAmount, 'must be a number of at least 0'],
  ['signal', (value) => value instanceof AbortSignal, 'must be an AbortSignal'],
  ['renewKey', isFunction, 'must be a function'],
  ['onRetry', isFunction, 'must be a function'],
  ['fetch', isFunction, 'must be a function'],
  ['sleep', isFunction, 'must be a function'],
  ['random', isFunction, 'must be a function'],
];

/** @throws SvcError `API_KEY_MISSING`, `API_URL_INVALID`, `VALIDATION_ERROR` */
export function checkOptions(options: SvcClientOptions): void {
  const { apiKey, renewKey, apiUrl = defaultApiUrl } = options ?? {};
  if (!isHeader(apiKey) && !(renewKey && !apiKey)) {
    throw new SvcError({
      code: 'API_KEY_MISSING',
      message: 'an API key is required: pass apiKey (svc_ followed by base64url text) or set SVC_API_KEY',
      statusCode: 0,
    });
  }
  checkApiUrl(apiUrl);
  for (const [name, isUsable, message] of rules) {
    const value = options[name];
    if (value !== undefined && !isUsable(value)) throw argumentError(name, message);
  }
}
