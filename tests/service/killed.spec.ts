import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { colorOf, image } from '../../apps/server/testing/image.js';
import { makeDataDir, removeDataDir, startServer } from './startServer.js';

const rounds = 4;
/** Fewer would show little; a round goes on until it has them, however slow the machine is. */
const acknowledgedEach = 8;
let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => removeDataDir(dataDir));

test('a service that is killed while it takes uploads starts again with all that it acknowledged', async () => {
  const acknowledged = new Map<string, string>();
  let apiKey = '';
  let uploads = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(dataDir);
    apiKey = server.apiKey ?? apiKey;
    const headers = { 'x-api-key': apiKey };
    const created = await fetch(`${server.url}/api/v1/captures`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ suite: 'killed', branch: 'main', commit: `abc${round}` }),
    });
    const { id } = await created.json();
    let running = true;
    const upload = async () => {
      while (running) {
        const png = image(colorOf(++uploads));
        const name = `shot ${uploads}`;
        const query = new URLSearchParams({ captureId: id, name });
        try {
          const response = await fetch(`${server.url}/api/v1/snapshots?${query}`, {
            method: 'POST',
            headers: { ...headers, 'content-type': 'image/png' },
            body: new Uint8Array(png),
          });
          if (response.ok) acknowledged.set(`${id} ${name}`, createHash('sha256').update(png).digest('hex'));
        } catch {
          // The service was killed: this one was not acknowledged.
        }
      }
    };
    const uploading = [upload(), upload(), upload()];
    await expect
      .poll(() => acknowledged.size, { timeout: 30_000 })
      .toBeGreaterThan(acknowledgedEach * (round + 1));
    // The kill comes at another moment of an upload in each round.
    await new Promise((resolve) => setTimeout(resolve, 40 * round));
    running = false;
    await server.kill();
    await Promise.all(uploading);
  }

  const server = await startServer(dataDir);
  try {
    const found = new Map<string, string>();
    for (const captureId of new Set([...acknowledged.keys()].map((key) => key.slice(0, key.indexOf(' '))))) {
      const response = await fetch(`${server.url}/api/v1/captures/${captureId}`, {
        headers: { 'x-api-key': apiKey },
      });
      for (const snapshot of (await response.json()).snapshots) {
        const image = Buffer.from(
          await (await fetch(snapshot.imageUrl.replace(/^https?:\/\/[^/]+/, server.url))).arrayBuffer(),
        );
        found.set(`${captureId} ${snapshot.name}`, createHash('sha256').update(image).digest('hex'));
      }
    }
    expect(acknowledged.size).toBeGreaterThan(acknowledgedEach * rounds);
    for (const [key, hash] of acknowledged) expect([key, found.get(key)]).toEqual([key, hash]);
  } finally {
    expect(await server.stop()).toBe(0);
  }
});
