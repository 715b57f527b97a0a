import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Capture, CaptureTarget } from '@svc/schema';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explodeStories } from '../../packages/cli/src/stories/explodeStories.js';
import { SvcClient } from '../../packages/sdk/src/index.js';
import { browserProcesses } from '../capture/browserProcesses.js';
import { buildExample } from '../capture/buildExample.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';
import { waitForCapture } from './waitForCapture.js';

/** All of it: `SVC_ROUNDS=20 SVC_STORIES=200 npx vitest run --project browser tests/service/killedFleet.spec.ts`. */
const rounds = Number(process.env.SVC_ROUNDS ?? 1);
const stories = Number(process.env.SVC_STORIES ?? 30);
/** A round has this many kills: of all browsers, or of the service with them. */
const killsEach = 3;
/** A target is captured again twice after its browser died, which is as often as a round kills browsers. */
const pauseMs = 3_000;

async function packFolder(folder: string): Promise<Buffer> {
  const tar = pack();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    tar.entry({ name: relative(folder, path) }, await readFile(path));
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return promisify(gzip)(Buffer.concat(chunks));
}

/** The processes whose command line has this text. */
const processesWith = (text: string): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return command.includes(text) ? [command.replaceAll('\0', ' ').slice(0, 200)] : [];
      } catch {
        return [];
      }
    });

describe.skipIf(process.platform !== 'linux')('killed at random while it captures', () => {
  let dataDir: string;
  let temporary: string;
  let server: Server;
  let apiKey: string;
  let targets: CaptureTarget[];
  let expected: string[];
  const env = () => ({ TMPDIR: temporary });

  beforeAll(
    async () => {
      dataDir = await makeDataDir();
      temporary = await mkdtemp(join(tmpdir(), 'svc-killed-'));
      await chmod(temporary, 0o711);
      server = await startServer(dataDir, env());
      apiKey = server.apiKey ?? '';
      const client = new SvcClient({ apiKey, apiUrl: server.url });
      const site = await client.uploadSite(await packFolder(await buildExample('storybook', '1')));
      const found = explodeStories(await client.discoverStories(site.id), 'stories-a').map(
        ({ target }) => target,
      );
      targets = Array.from({ length: stories }, (_, index) => {
        const target = found[index % found.length];
        if (!target) throw new Error('the example has no stories');
        const round = Math.floor(index / found.length);
        const { width, height } = target.viewport ?? { width: 1_000, height: 700 };
        return { ...target, name: `${target.name} ${round}`, viewport: { width: width - 8 * round, height } };
      });
      const undisturbed = await client.createCapture({
        suite: 'stories',
        branch: 'main',
        commit: 'abc0000',
        targets,
        autoBaseline: true,
      });
      expected = namesOf(await whenCompleted(undisturbed.id));
      expect(new Set(expected).size).toBe(stories);
    },
    240_000 + 4_000 * stories,
  );
  afterAll(async () => {
    await server?.kill();
    await removeDataDir(dataDir);
    await rm(temporary, { recursive: true, force: true });
  });

  const whenCompleted = (id: string) =>
    waitForCapture(server.url, apiKey, id, ({ status }) => status === 'completed');
  const namesOf = ({ snapshots }: Capture) => snapshots.map(({ name }) => name).sort();

  test(
    `${rounds} rounds of ${stories} stories: each story once, no process and no file left`,
    async () => {
      const killed = { browsers: 0, services: 0 };
      for (let round = 1; round <= rounds; round += 1) {
        const client = new SvcClient({ apiKey, apiUrl: server.url });
        const commit = `abc${String(round).padStart(4, '0')}`;
        const { id } = await client.createCapture({
          suite: 'stories',
          branch: 'main',
          commit,
          targets,
          proof: false,
        });
        // One of the kills is of the service, at a random place among those of browsers.
        const service = Math.floor(Math.random() * killsEach);
        for (let kill = 0; kill < killsEach; kill += 1) {
          await sleep(500 + Math.random() * 4_000);
          if (kill === service) {
            await server.kill();
            killed.services += 1;
            server = await startServer(dataDir, env());
          } else {
            for (const { pid } of browserProcesses('browser', server.process.pid)) {
              process.kill(pid, 'SIGKILL');
              killed.browsers += 1;
            }
            await sleep(pauseMs);
          }
        }
        const capture = await whenCompleted(id);
        expect(capture.failures).toEqual([]);
        expect(capture).toMatchObject({
          totalSnapshots: stories,
          completedSnapshots: stories,
          failedSnapshots: 0,
        });
        expect(namesOf(capture)).toEqual(expected);
      }
      console.log(`killed ${killed.browsers} browser processes and ${killed.services} services`);
      expect(await server.stop()).toBe(0);
      expect(processesWith(temporary)).toEqual([]);
      expect(await readdir(temporary)).toEqual([]);
    },
    (120_000 + 4_000 * stories) * rounds,
  );
});
