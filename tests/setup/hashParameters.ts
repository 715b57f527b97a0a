import { createRequire } from 'node:module';

/**
 * A hash that a query sends as its digits is compared with bytes and finds nothing, without an error. So tests refuse such a
 * parameter; `store/bytea.ts` has what to write instead.
 */
const isHash = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

function refuseHashes(text: string, values: readonly unknown[]): void {
  const place = values.findIndex((value) => (Array.isArray(value) ? value.some(isHash) : isHash(value)));
  if (place !== -1) throw new Error(`$${place + 1} is a hash, and no bytea(…), in: ${text}`);
}

type Query = (...given: unknown[]) => unknown;

/** The driver of the service. */
const { Client } = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg') as {
  Client: { prototype: { query: Query; refusesHashes?: true } };
};

// Test files share their modules.
if (!Client.prototype.refusesHashes) {
  Client.prototype.refusesHashes = true;
  const { query } = Client.prototype;
  Client.prototype.query = function (...given) {
    const [first, second] = given;
    const { text, values } =
      typeof first === 'string'
        ? { text: first, values: second }
        : (first as { text: string; values?: unknown });
    if (Array.isArray(values)) refuseHashes(text, values);
    return query.apply(this, given);
  };
}
