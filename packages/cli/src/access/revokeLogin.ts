import { callService, SvcError } from '@svc/sdk';
import { userAgent } from '../version.js';

/**
 * Ends a login on the server; one that has already expired counts as ended.
 * @throws SvcError
 */
export async function revokeLogin(apiUrl: string, token: string, signal: AbortSignal): Promise<void> {
  try {
    const call = { apiUrl, credential: token, method: 'DELETE', path: '/api/v1/me/login' } as const;
    await callService({ ...call, maxRetries: 1, signal, userAgent });
  } catch (error) {
    if (!(error instanceof SvcError && error.statusCode === 401)) throw error;
  }
}
