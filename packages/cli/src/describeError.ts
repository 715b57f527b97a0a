import { SvcError } from '@svc/sdk';
import { CliError } from './CliError.js';

export interface ErrorDescription {
  code: string;
  /** One line. */
  message: string;
}

const detailsShown = 5;

/** What the service says of somebody whom it does not know or let in. */
const isAboutAccess = ({ statusCode, code }: SvcError): boolean =>
  statusCode === 401 || (statusCode === 403 && code !== 'QUOTA_EXCEEDED') || code === 'PROJECT_NOT_FOUND';

function describeSvcError(error: SvcError, credential: string | null): ErrorDescription {
  const { code, message, statusCode, retryAfter = 0, details = [] } = error;
  const others = details
    .map(({ path, message }) => `${path} ${message}`.trim())
    .filter((detail) => !message.includes(detail));
  const shown = others.slice(0, detailsShown);
  const more = others.length > detailsShown ? [`and ${others.length - detailsShown} more`] : [];
  const full = [message, ...shown, ...more].join('; ');
  const text = full.replace(/\.$/, '');
  if (isAboutAccess(error) && credential) return { code, message: `${text} (used ${credential})` };
  if (statusCode === 429) {
    // Seconds. Shorter ones are waited for.
    const when = retryAfter >= 120 ? `in ${Math.ceil(retryAfter / 60)} minutes` : 'later';
    return { code, message: `${text} (try again ${when}, or use a key of its own for parallel jobs)` };
  }
  return { code, message: full };
}

/**
 * What to say of a failure, on one line.
 * @param credential what the service was shown, in words
 */
export function describeError(error: unknown, credential: string | null): ErrorDescription {
  const { code, message } = describe(error, credential);
  return { code, message: message.replace(/\s*\n\s*/g, ' ') };
}

function describe(error: unknown, credential: string | null): ErrorDescription {
  if (error instanceof SvcError) return describeSvcError(error, credential);
  if (error instanceof CliError) return { code: error.code, message: error.message };
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'UNEXPECTED';
    return { code, message: error.message };
  }
  return { code: 'UNEXPECTED', message: String(error) };
}
