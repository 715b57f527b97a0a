import { get } from 'node:http';
import { get as getSecurely } from 'node:https';
import { text } from 'node:stream/consumers';
import type { IndexedStory } from '../stories/findStory.js';

const patienceMs = 10_000;

/**
 * The stories that the dev server lists; null where it cannot list them, which its window explains.
 * @param url of the dev server, whose certificate may be one that nobody knows: it belongs to this process
 * @throws Error where the dev server does not answer
 */
export async function readIndex(url: string): Promise<IndexedStory[] | null> {
  const address = new URL('index.json', url);
  try {
    const { ok, body } = await request(address);
    if (!ok) return null;
    const { entries } = JSON.parse(body) as { entries: Record<string, IndexedStory & { type: string }> };
    return Object.values(entries).filter(({ type }) => type === 'story');
  } catch (error) {
    throw new Error(`The list of stories at ${address} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

const request = (url: URL): Promise<{ ok: boolean; body: string }> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs);
    const asking =
      url.protocol === 'https:'
        ? getSecurely(url, { signal, rejectUnauthorized: false })
        : get(url, { signal });
    asking.on('error', reject);
    asking.on('response', (answer) =>
      text(answer).then((body) => resolve({ ok: answer.statusCode === 200, body }), reject),
    );
  });
