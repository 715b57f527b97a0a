import { type Call, describe } from '../Journal.js';
import type { World } from '../world/openWorld.js';

/** The bytes of an image, as a browser loads it: once, without retries. Null while the service is away. */
export async function fetchImage({ journal }: World, call: Call, url: string): Promise<Buffer | null> {
  const answer = await fetch(url).then(
    async (response) => ({ status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }),
    () => null,
  );
  const isThere = answer?.status === 200;
  const isAway = answer === null || answer.status === 503;
  journal.record(call, isThere ? 'acknowledged' : isAway ? 'failed' : 'refused', null);
  if (isThere) return answer.bytes;
  if (!isAway) journal.violate(`${describe(call)} was answered ${answer.status}`);
  return null;
}
