import type { FastifyRequest } from 'fastify';

/** Whether a browser asks for something to show, as an address that a person opens. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html');
