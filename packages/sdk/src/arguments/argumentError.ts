import { SvcError } from '../SvcError.js';

/** The error of an argument that the SDK cannot use; nothing was sent. */
export const argumentError = (path: string, message: string, cause?: unknown) =>
  new SvcError({
    code: 'VALIDATION_ERROR',
    message: `${path} ${message}`,
    statusCode: 0,
    details: [{ path, message }],
    cause,
  });
