import { SvcError } from '@svc/sdk';
import { CliError } from './CliError.js';

export interface ErrorDescription {
  code: string;
  /** One line. */
  message: string;
}

const detailsShown = 5;

const adviceByStatus: Record<number, string> = {
  401: 'check --api-key or SVC_API_KEY',
  403: 'check that the API key belongs to this project',
  429: 'try again later, or use a key of its own for parallel jobs',
};

function describeSvcError({ code, message, statusCode, details = [] }: SvcError): ErrorDescription {
  const shown = details
    .slice(0, detailsShown)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message));
  const more = details.length > detailsShown ? [`and ${details.length - detailsShown} more`] : [];
  const advice = adviceByStatus[statusCode];
  const text = [message, ...shown, ...more].join('; ');
  return { code, message: advice ? `${text.replace(/\.$/, '')} (${advice})` : text };
}

/** What to say of a failure, on one line. */
export function describeError(error: unknown): ErrorDescription {
  const { code, message } = describe(error);
  return { code, message: message.replace(/\s*\n\s*/g, ' ') };
}

function describe(error: unknown): ErrorDescription {
  if (error instanceof SvcError) return describeSvcError(error);
  if (error instanceof CliError) return { code: error.code, message: error.message };
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : 'UNEXPECTED';
    return { code, message: error.message };
  }
  return { code: 'UNEXPECTED', message: String(error) };
}
