import { SvcError } from '@svc/sdk';
import { CliError } from '../CliError.js';

/** The service says only that one is missing, not which; and of an address or a text that it is not an ID. */
export function explainMissing(error: unknown, kind: 'capture' | 'diff', id: string): unknown {
  if (!(error instanceof SvcError)) return error;
  const code = `${kind.toUpperCase()}_NOT_FOUND`;
  const isOfId =
    error.code === 'VALIDATION_ERROR' && ['id', 'baseCaptureId'].includes(error.details?.[0]?.path ?? '');
  return error.code === code || isOfId
    ? new CliError(code, `this project has no ${kind} ${id}`, { cause: error })
    : error;
}
