import { expect, test } from 'vitest';
import { SvcClient } from '../SvcClient.js';

const client = new SvcClient({
  apiKey: 'svc_test',
  environment: false,
  fetch: async () => new Response('{"hello":1}'),
});
const run = { suite: 's', branch: 'main', commit: 'c1', baselineRef: 'main' };
const png = new Uint8Array(20_000);
const slot = { name: 'a' };
const never = { timeoutMs: 0 };

const calls: Record<string, () => Promise<unknown>> = {
  createCapture: () => client.createCapture({ suite: 's', targets: [] }),
  'createCapture with snapshots': () => client.createCapture({ suite: 's', snapshots: [{ name: 'a', png }] }),
  findKnownImages: () => client.findKnownImages(['h']),
  findKnownCommits: () => client.findKnownCommits(['c1']),
  getCapture: () => client.getCapture('cap_1'),
  completeCapture: () => client.completeCapture('cap_1'),
  cancelCapture: () => client.cancelCapture('cap_1'),
  findCapture: () => client.findCapture({ suite: 's' }),
  'findCapture by commits': () => client.findCapture({ suite: 's', commits: ['c1'] }),
  uploadSnapshot: () => client.uploadSnapshot('cap_1', 'a', png),
  uploadSnapshotWithDiff: () => client.uploadSnapshotWithDiff({ ...run, name: 'a', png }),
  uploadKnownSnapshots: () =>
    client.uploadKnownSnapshots({ ...run, sessionId: 'ses_1', snapshots: [{ name: 'a', hash: 'h' }] }),
  createDiff: () => client.createDiff({ suite: 's', headCaptureId: 'cap_1' }),
  getDiff: () => client.getDiff('dif_1'),
  explainResult: () => client.explainResult('dif_1', slot),
  getCauses: () => client.getCauses('dif_1'),
  getResultCauses: () => client.getResultCauses('dif_1', slot),
  getAccessibility: () => client.getAccessibility('dif_1'),
  listTraces: () => client.listTraces('dif_1'),
  uploadTrace: () => client.uploadTrace('cap_1', slot, png),
  reDiff: () => client.reDiff('dif_1'),
  getBaselineRefs: () => client.getBaselineRefs('s'),
  listBaselines: () => client.listBaselines({ suite: 's' }),
  uploadSite: () => client.uploadSite(png),
  announceSite: () => client.announceSite([]),
  uploadSiteFiles: () => client.uploadSiteFiles('sit_1', png),
  getSite: () => client.getSite('sit_1'),
  discoverStories: () => client.discoverStories('sit_1', never),
  createSession: () => client.createSession(run),
  completeSession: () => client.completeSession('ses_1'),
  finishRun: () => client.finishRun({ branch: 'main', commit: 'c1', runKey: 'r' }),
  getSession: () => client.getSession('ses_1'),
  waitForCapture: () => client.waitForCapture('cap_1', never),
  waitForDiff: () => client.waitForDiff('dif_1', never),
  'comments.list': () => client.comments.list('dif_1'),
  'comments.reply': () => client.comments.reply('thr_1', 'a'),
  'reviewRequests.list': () => client.reviewRequests.list('dif_1'),
  'reviewRequests.ask': () => client.reviewRequests.ask('dif_1', ['ada']),
  'flakySnapshots.list': () => client.flakySnapshots.list(),
  'ignoreAreas.list': () => client.ignoreAreas.list(),
  'ignoreAreas.elementsAt': () => client.ignoreAreas.elementsAt('dif_1', slot, { x: 0, y: 0 }),
};

test.each(Object.entries(calls))("%s refuses an answer that is not the service's", async (_, call) => {
  await expect(call()).rejects.toMatchObject({ name: 'SvcError', code: 'INVALID_RESPONSE' });
});

/** Their answers say no more than that it was done, and how often. */
const silent = ['addCommits', 'decideAccessibility', 'approve', 'reject', 'revoke'];

test('every operation of the client is asked', () => {
  const { constructor: _, ...operations } = Object.getOwnPropertyDescriptors(SvcClient.prototype);
  expect(Object.keys(operations).filter((name) => !(name in calls))).toEqual(silent);
});
