import type { FastifyRequest } from 'fastify';

/**
 * Whether a request can be sent to another origin for its bytes. Scripts of a page could not read them there, and clients other than
 * browsers would send their key along.
 */
export const mayRedirect = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['x-api-key'] === undefined &&
  headers.authorization === undefined &&
  headers['sec-fetch-mode'] !== 'cors' &&
  headers['sec-fetch-mode'] !== 'same-origin';
