import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { colorOf, image } from '../../apps/server/testing/image.js';
import { mountSmallDisk } from '../../apps/server/testing/mountSmallDisk.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';

const patience = { timeout: 90_000, interval: 250 };

/** Uploads an image to a new capture; what was answered, and what was acknowledged. */
async function uploadNew(server: Server, apiKey: string, number: number) {
  const headers = { 'x-api-key': apiKey };
  const created = await fetch(`${server.url}/api/v1/captures`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ suite: 'full', branch: 'main', commit: `abc${number}` }),
  });
  const { id, error } = await created.json();
  if (!created.ok) return { answer: `${created.status} ${error.code}`, captureId: null, hash: null };
  const png = image(colorOf(number));
  const uploaded = await fetch(`${server.url}/api/v1/snapshots?captureId=${id}&name=shot`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: new Uint8Array(png),
  });
  const body = await uploaded.json();
  if (!uploaded.ok) return { answer: `${uploaded.status} ${body.error.code}`, captureId: null, hash: null };
  return { answer: 'ok', captureId: id as string, hash: createHash('sha256').update(png).digest('hex') };
}

async function hashInCapture(server: Server, apiKey: string, id: string): Promise<string> {
  const read = await fetch(`${server.url}/api/v1/captures/${id}`, { headers: { 'x-api-key': apiKey } });
  const [snapshot] = (await read.json()).snapshots;
  const shot = await fetch(snapshot.imageUrl.replace(/^https?:\/\/[^/]+/, server.url));
  return createHash('sha256')
    .update(Buffer.from(await shot.arrayBuffer()))
    .digest('hex');
}

const readiness = async (server: Server) => {
  const response = await fetch(`${server.url}/readyz`);
  return response.ok ? 'ok' : `${response.status} ${(await response.json()).error.code}`;
};

test('a service whose whole disk is full says so, answers 503, loses nothing, and continues when there is room', async ({
  skip,
}) => {
  const disk = mountSmallDisk(320);
  if (!disk)
    return skip('mounting is not permitted; apps/server/src/api/fullDisk.db.test.ts injects the fault');
  const filler = join(disk.folder, 'filler');
  const server = await startServer(disk.folder);
  try {
    const apiKey = server.apiKey ?? '';
    const acknowledged = new Map<string, string>();
    let number = 0;
    const upload = async () => {
      const { answer, captureId, hash } = await uploadNew(server, apiKey, ++number);
      if (captureId) acknowledged.set(captureId, hash);
      return answer;
    };
    for (let count = 0; count < 5; count++) expect(await upload()).toBe('ok');
    expect(await readiness(server)).toBe('ok');

    await writeFile(filler, Buffer.alloc(320 * 1024 ** 2)).catch(() => undefined);
    expect(await readiness(server)).toBe('503 STORAGE_UNAVAILABLE');
    const answers = new Set<string>();
    for (let round = 0; round < 10; round++) {
      for (const answer of await Promise.all([upload(), upload(), upload(), upload()])) answers.add(answer);
    }
    // A database that cannot even write its log ends, and is started again.
    answers.delete('503 DATABASE_UNAVAILABLE');
    expect([...answers]).toEqual(['503 STORAGE_UNAVAILABLE']);

    await rm(filler);
    await expect.poll(() => readiness(server), patience).toBe('ok');
    await expect.poll(upload, patience).toBe('ok');
    expect(server.process.exitCode).toBeNull();
    for (const [id, hash] of acknowledged) expect(await hashInCapture(server, apiKey, id)).toBe(hash);
    expect(await server.stop()).toBe(0);
  } finally {
    await server.kill();
    disk.unmount();
  }
});

const fullDevice = '/dev/full';
test.skipIf(!existsSync(fullDevice))('a log that has no room does not end the service', async () => {
  const dataDir = await makeDataDir();
  const readyFile = join(dataDir, 'ready.json');
  const output = openSync(fullDevice, 'w');
  const program = fileURLToPath(new URL('../../apps/server/bin/svc-server.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      SVC_PORT: '0',
      SVC_DATA_DIR: dataDir,
      SVC_READY_FILE: readyFile,
      SVC_LOG_LEVEL: 'trace',
      // Every request to /readyz logs a warning.
      SVC_MIN_FREE_DISK: '50',
    },
    stdio: ['ignore', output, output],
  });
  const exited = once(child, 'exit');
  try {
    await expect.poll(() => existsSync(readyFile) || child.exitCode !== null, patience).toBe(true);
    expect(child.exitCode).toBeNull();
    const { url } = JSON.parse(await readFile(readyFile, 'utf8'));
    for (let round = 0; round < 3; round++) {
      await fetch(`${url}/readyz`);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await exited;
    await removeDataDir(dataDir);
  }
});
