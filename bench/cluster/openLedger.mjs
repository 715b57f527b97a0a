import { createHash } from 'node:crypto';

/** Reads of the check at the end that go on at the same time. */
const atOnce = 4;

/**
 * What clients were told, kept outside of the service.
 *
 * @typedef {ReturnType<typeof openLedger>} Ledger
 */
export function openLedger() {
  const acknowledged = [];
  const failures = [];
  let retries = 0;
  return {
    acknowledge: (...entries) => void acknowledged.push(...entries),
    fail: (error) => void failures.push(error instanceof Error ? (error.stack ?? error.message) : error),
    noteRetry: () => {
      retries += 1;
    },
    /** Calls of clients that failed after all of their attempts. */
    failures,
    count: () => acknowledged.length,
    retries: () => retries,
    /** @returns what was acknowledged and is not there, in words */
    async findLost(client) {
      const lost = [];
      const captures = [...Map.groupBy(acknowledged, ({ captureId }) => captureId)];
      const work = async () => {
        for (let next = captures.pop(); next; next = captures.pop())
          lost.push(...(await findLostOf(client, next)));
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      return lost;
    },
  };
}

async function findLostOf(client, [captureId, entries]) {
  const capture = await client.getCapture(captureId).catch((error) => error);
  if (capture instanceof Error) return [`${captureId} cannot be read: ${capture.message}`];
  const images = new Map(capture.snapshots.map((snapshot) => [snapshot.name, snapshot]));
  const lost = [];
  for (const { name, hash } of entries) {
    if (name === undefined) continue;
    const found = images.get(name);
    if (found?.hash !== hash)
      lost.push(`${name} of ${captureId} is ${found?.hash ?? 'missing'}, not ${hash}`);
    else if (!(await isImage(found))) lost.push(`the image of ${name} of ${captureId} is not there`);
  }
  return lost;
}

async function isImage({ imageUrl, hash }) {
  const answer = await fetch(imageUrl);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok && createHash('sha256').update(bytes).digest('hex') === hash;
}
