import { errorBody, errorsOf, type Operation, operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';

/**
 * Watches an app that is not ready yet for errors that its description does not name.
 * @returns a check that throws when there were any
 */
export function watchErrors(app: FastifyInstance): () => void {
  const known = new Map(
    Object.values<Operation>(operations).map((one) => [`${one.method} ${one.path}`, errorsOf(one)]),
  );
  const undeclared = new Set<string>();
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const place = `${method} ${routeOptions.url}`;
    const codes = known.get(place);
    if (statusCode >= 400 && codes && typeof payload === 'string') {
      const { code } = errorBody.parse(JSON.parse(payload)).error;
      if (!codes.includes(code)) undeclared.add(`${place} answered ${code}`);
    }
    return payload;
  });
  return () => {
    if (undeclared.size > 0)
      throw new Error(`Errors that no operation declares: ${[...undeclared].join(', ')}`);
  };
}
