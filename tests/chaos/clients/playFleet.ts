import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Capture, Site } from '@svc/schema';
import { pack } from 'tar-stream';
import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';
import { Abandoned, attempt, read } from './attempt.js';
import { type Build, branch, expectSnapshot } from './Build.js';
import { decide } from './decide.js';
import { compare, sha256 } from './playBuild.js';

/** Milliseconds between looks at a site that is unpacked. */
const sitePause = 200;
const pages = 4;
const pageNames = Array.from({ length: pages }, (_, index) => `page ${index}`);

const [firstPage = ''] = pageNames;
const pageOf = (name: string, edition: string) => `<!doctype html><h1>${name}</h1><p>${edition}</p>`;

/** A small build, whose pages say which edition it is. */
async function packSite(edition: string): Promise<Buffer> {
  const tar = pack();
  for (const [index, name] of pageNames.entries()) {
    tar.entry({ name: `page-${index}.html` }, pageOf(name, edition));
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return promisify(gzip)(Buffer.concat(chunks));
}

/** Uploads a build, has the fleet capture its pages, compares, and approves or rejects. */
export async function playFleet(world: World, build: Build, random: Random): Promise<void> {
  const { client, suite, commit } = build;
  const archive = await packSite(commit);
  build.site = { fileHash: sha256(Buffer.from(pageOf(firstPage, commit))), created: 'unknown' };
  const { id: siteId } = await attempt(world, { client, operation: 'uploadSite', subject: commit }, (sdk) =>
    sdk.uploadSite(archive),
  );
  build.site.created = 'yes';
  const site = await whenReady(world, client, siteId);

  for (const name of pageNames) expectSnapshot(build, name, { hash: null, uploaded: 'unknown' });
  build.created = 'unknown';
  const { id } = await attempt(world, { client, operation: 'createCapture', subject: commit }, (sdk) =>
    sdk.createCapture({
      ...{ suite, branch, commit },
      targets: pageNames.map((name, index) => ({
        name,
        url: new URL(`page-${index}.html`, site.cdnUrl).href,
        viewport: { width: 320, height: 200 },
      })),
    }),
  );
  build.created = 'yes';
  build.captureId = id;
  const capture = await read(world, { client, operation: 'waitForCapture', subject: id }, (sdk) =>
    sdk.waitForCapture(id),
  );
  build.completed = 'yes';
  noteImages(world, build, capture);
  await compare(world, build, id);
  if (random.number() < 0.2) await decide(world, build, 'reject', pageNames);
  else await decide(world, build, 'approve', pageNames);
}

async function whenReady(world: World, client: string, siteId: string): Promise<Site> {
  for (;;) {
    const call = { client, operation: 'getSite', subject: siteId };
    const site = await read(world, call, (sdk) => sdk.getSite(siteId));
    if (site.status === 'ready') return site;
    if (site.status === 'failed') {
      world.journal.violate(`site ${siteId} has failed: ${site.error}`);
      throw new Abandoned(siteId);
    }
    await sleep(sitePause);
  }
}

function noteImages({ journal }: World, build: Build, capture: Capture): void {
  for (const [name, snapshot] of build.snapshots) {
    const taken = capture.snapshots.find((one) => one.name === name);
    if (!taken) {
      const reason =
        capture.failures.find((one) => one.name === name)?.message ?? capture.error ?? 'no reason given';
      journal.violate(`capture ${capture.id} is ${capture.status} without ${name}: ${reason}`);
      continue;
    }
    snapshot.hash = taken.hash;
    snapshot.uploaded = 'yes';
  }
}
