import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { drawPage } from '../upload/drawPage.mjs';

const timeoutMs = 15 * 60_000;
const sitePollMs = 200;
/** Suites of a round, and snapshots of each of them. */
const suites = 3;
const snapshots = 9;
const snapshotNumbers = Array.from({ length: snapshots }, (_, index) => index);

const commitOf = (words) => createHash('sha1').update(words).digest('hex');
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/**
 * What clients do in one round: suites of uploads in sessions, captures of uploads that are compared afterwards, and a build whose pages
 * the fleet captures, all at the same time. Rounds differ in all images and commits, and come to the same results.
 *
 * @param {import('../../packages/sdk/dist/index.js').SvcClient} client
 * @param {{round: string, pages: number, ledger: import('./openLedger.mjs').Ledger}} options `pages` of the fleet; the ledger notes what is acknowledged
 * @returns what came of it, a line for each result, without what differs between rounds
 */
export async function playRound(client, { round, pages, ledger }) {
  const labels = new Map();
  const drawn = new Map();
  const draw = (suite, index, look) => {
    const label = `${suite} ${index} look ${look}`;
    const png = drawn.get(label) ?? drawPage(numberOf(`${round} ${suite}`) + index, look);
    drawn.set(label, png);
    labels.set(sha256(png), label);
    return png;
  };
  const own = { client, round, ledger, draw };
  const sets = Array.from({ length: suites }, (_, index) => index);
  const ended = await Promise.allSettled([
    ...sets.map((index) => playSessions(own, `sessions ${index}`)),
    ...sets.map((index) => playCaptures(own, `captures ${index}`)),
    playFleet(own, pages),
  ]);
  for (const { reason } of ended.filter(({ status }) => status === 'rejected')) ledger.fail(reason);
  const labelOf = (hash) => (hash === null ? '-' : (labels.get(hash) ?? 'another image'));
  return ended.flatMap(({ value = [] }) => value.map((line) => line(labelOf))).sort();
}

/** A number of images that no other round draws. */
const numberOf = (words) => Number.parseInt(commitOf(words).slice(0, 6), 16) * 100;

const lookOf = (index) => (index % 3 === 0 ? 1 : 0);

async function playSessions({ client, round, ledger, draw }, suite) {
  const upload = async (build, autoApprove, look) => {
    const place = {
      suite: `${suite} ${round}`,
      branch: 'main',
      commit: commitOf(`${suite} ${round} ${build}`),
    };
    const { sessionId, captureId, diffId } = await client.createSession({ ...place, autoApprove });
    await Promise.all(
      snapshotNumbers.map(async (index) => {
        const png = draw(suite, index, look(index));
        const name = `page ${index}`;
        const given = { ...place, baselineRef: 'main', sessionId, name, png };
        await client.uploadSnapshotWithDiff(given);
        ledger.acknowledge({ captureId, name, hash: sha256(png) });
      }),
    );
    await client.completeSession(sessionId);
    return diffId;
  };
  await upload('first', true, () => 0);
  const diffId = await upload('second', false, lookOf);
  return describe(suite, await client.getDiff(diffId));
}

async function playCaptures({ client, round, ledger, draw }, suite) {
  const upload = async (build, autoBaseline, look) => {
    const images = snapshotNumbers.map((index) => ({
      name: `page ${index}`,
      png: draw(suite, index, look(index)),
    }));
    const name = `${suite} ${round}`;
    const commit = commitOf(`${name} ${build}`);
    const { id } = await client.createCapture({
      suite: name,
      branch: 'main',
      commit,
      autoBaseline,
      snapshots: images,
    });
    for (const { name, png } of images) ledger.acknowledge({ captureId: id, name, hash: sha256(png) });
    return { name, id };
  };
  await upload('first', true, () => 0);
  const { name, id } = await upload('second', false, lookOf);
  const diff = await client.createDiff({ suite: name, headCaptureId: id });
  return describe(suite, await client.waitForDiff(diff.id, { timeoutMs }));
}

async function playFleet({ client, round, ledger }, pages) {
  const site = await whenReady(client, await client.uploadSite(await packPages(round, pages)));
  const suite = `fleet ${round}`;
  const { id } = await client.createCapture({
    ...{ suite, branch: 'main', commit: commitOf(suite) },
    targets: Array.from({ length: pages }, (_, index) => ({
      name: `page ${index}`,
      url: new URL(`${index}.html`, site.cdnUrl).href,
      viewport: { width: 320, height: 200 },
    })),
  });
  ledger.acknowledge({ captureId: id });
  const capture = await client.waitForCapture(id, { timeoutMs });
  const images = new Map(capture.snapshots.map(({ name, hash }) => [name, hash]));
  ledger.acknowledge(...[...images].map(([name, hash]) => ({ captureId: id, name, hash })));
  const diff = await client.createDiff({ suite, headCaptureId: id });
  const { results } = await client.waitForDiff(diff.id, { timeoutMs });
  // Each page says what it is, so no two look the same. The same page looks the same in each round.
  return [
    () =>
      `fleet: ${capture.status}, ${capture.failedSnapshots} failed, ${new Set(images.values()).size} images`,
    ...results.map(
      ({ name, status, headHash }) =>
        () =>
          `fleet ${name}: ${status} ${headHash}`,
    ),
  ];
}

async function whenReady(client, { id }) {
  for (;;) {
    const site = await client.getSite(id);
    if (site.status === 'ready') return site;
    if (site.status === 'failed') throw new Error(`site ${id} has failed: ${site.error}`);
    await sleep(sitePollMs);
  }
}

/** @param round makes the bytes of each page another's, not its look */
async function packPages(round, pages) {
  const tar = pack();
  for (let index = 0; index < pages; index += 1)
    tar.entry({ name: `${index}.html` }, `<!doctype html><!-- ${round} --><h1>Page ${index}</h1>`);
  tar.finalize();
  const chunks = [];
  for await (const chunk of tar) chunks.push(chunk);
  return promisify(gzip)(Buffer.concat(chunks));
}

const describe = (suite, { status, conclusion, results }) => [
  () => `${suite}: ${status} ${conclusion}`,
  ...results.map(
    (result) => (labelOf) =>
      `${suite} ${result.name}: ${result.status} ${result.approvalStatus}, ` +
      `${labelOf(result.baselineHash)} → ${labelOf(result.headHash)}`,
  ),
];
