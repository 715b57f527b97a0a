import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import type { UploadSnapshotWithDiffInput } from '../../packages/sdk/src/options.js';
import type { Row, Section } from './Row.js';
import type { Project } from './world.js';

const fact = (what: string, value: string, check: Row['check']): Row => ({ cells: [what, value], check });
const origin = { suite: 'ui', branch: 'main', commit: 'c1' };
const shot = (name: string, red: number) => ({ name, png: image(red) });

const capture = ({ client }: Project, reds: Record<string, number>, options: object = {}) =>
  client.createCapture({
    ...origin,
    snapshots: Object.entries(reds).map(([name, red]) => shot(name, red)),
    ...options,
  });

async function compare(project: Project, headCaptureId: string, options: object = {}) {
  const { id } = await project.client.createDiff({ suite: 'ui', headCaptureId, ...options });
  return project.client.waitForDiff(id);
}

/** A finished diff in which `one` and `two` have changed. */
async function makeChanges(project: Project) {
  await capture(project, { one: 10, two: 10 }, { autoBaseline: true });
  const head = await capture(project, { one: 200, two: 200 }, { commit: 'c2' });
  return compare(project, head.id);
}

const statusesOf = async ({ client }: Project, diffId: string) => {
  const { results } = await client.getDiff(diffId);
  return Object.fromEntries(results.map(({ name, approvalStatus }) => [name, approvalStatus]));
};

/** How these reds compare with the baselines of now. */
async function judge(project: Project, reds: Record<string, number>) {
  const { id } = await capture(project, reds, { commit: 'c9' });
  const { results } = await compare(project, id);
  return Object.fromEntries(results.map(({ name, status }) => [name, status]));
}

const upload = (
  project: Project,
  name: string,
  red: number,
  more: Partial<UploadSnapshotWithDiffInput> = {},
) => project.client.uploadSnapshotWithDiff({ ...origin, baselineRef: 'main', ...shot(name, red), ...more });

async function makeArchive(): Promise<Buffer> {
  const archive = pack();
  for (const name of ['index.html', 'meta.json']) archive.entry({ name }, '{}');
  archive.finalize();
  return gzipSync(await buffer(archive));
}

export const moves: Section = {
  title: 'Operations at work',
  text: 'Each one is called by the SDK on a running service.',
  columns: ['operation', 'what happens'],
  rows: [
    fact(
      '`approve` of named snapshots',
      'pending → approved; they become baselines; `{approved, total}`',
      async (project) => {
        const { id } = await makeChanges(project);
        expect(await statusesOf(project, id)).toEqual({ one: 'pending', two: 'pending' });
        expect(await project.client.approve(id, { snapshots: ['one'] })).toEqual({ approved: 1, total: 1 });
        expect(await statusesOf(project, id)).toEqual({ one: 'approved', two: 'pending' });
        expect(await judge(project, { one: 200, two: 10 })).toEqual({ one: 'unchanged', two: 'unchanged' });
      },
    ),
    fact('`approve` without names', 'approves all', async (project) => {
      const { id } = await makeChanges(project);
      expect(await project.client.approve(id)).toEqual({ approved: 2, total: 2 });
      expect(await judge(project, { one: 200, two: 200 })).toEqual({ one: 'unchanged', two: 'unchanged' });
    }),
    fact(
      '`revoke` of named snapshots',
      'approved → pending; the earlier baseline is back; `{revoked}`',
      async (project) => {
        const { id } = await makeChanges(project);
        await project.client.approve(id);
        expect(await project.client.revoke(id, ['one'])).toEqual({ revoked: 1 });
        expect(await statusesOf(project, id)).toEqual({ one: 'pending', two: 'approved' });
        expect(await judge(project, { one: 10, two: 200 })).toEqual({ one: 'unchanged', two: 'unchanged' });
      },
    ),
    fact('`revoke` without names', 'revokes all that is approved', async (project) => {
      const { id } = await makeChanges(project);
      await project.client.approve(id);
      expect(await project.client.revoke(id)).toEqual({ revoked: 2 });
    }),
    fact('`reDiff`', 'results are evaluated again, against the baselines of now', async (project) => {
      const { id, results } = await makeChanges(project);
      expect(results.map(({ status }) => status)).toEqual(['changed', 'changed']);
      await capture(project, { one: 200, two: 200 }, { commit: 'c3', autoBaseline: true });
      expect(await project.client.reDiff(id)).toMatchObject({ id });
      const again = await project.client.waitForDiff(id);
      expect(again.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    }),
    fact('`createCapture` with `snapshots`', 'uploads the images of the client', async (project) => {
      const { id } = await capture(project, { one: 1 });
      const read = await project.client.getCapture(id);
      expect(read).toMatchObject({ ...origin, status: 'completed', totalSnapshots: 1 });
      expect(read.snapshots.map(({ name }) => name)).toEqual(['one']);
    }),
    fact(
      '`cancelCapture`',
      'pending or processing → failed, with the reason; what was captured stays',
      async ({ client }) => {
        const { id } = await client.createCapture(origin);
        await client.uploadSnapshot(id, 'one', image(1));
        expect(await client.cancelCapture(id)).toMatchObject({
          status: 'failed',
          error: expect.stringMatching(/^cancelled by /),
          completedSnapshots: 1,
        });
        await expect(client.uploadSnapshot(id, 'two', image(2))).rejects.toMatchObject({
          statusCode: 409,
        });
      },
    ),
    fact('`createCapture` with `targets`', 'the service takes the images', async (project) => {
      const targets = [{ name: 'Home', url: 'https://example.com/' }];
      const { id } = await project.client.createCapture({ ...origin, targets });
      const read = await project.client.waitForCapture(id);
      expect(read).toMatchObject({ status: 'completed', completedSnapshots: 1 });
    }),
    fact('`createCapture` with `ephemeral`', 'never becomes a baseline', async (project) => {
      const { id } = await capture(project, { one: 1 }, { ephemeral: true, branch: undefined });
      const diff = await compare(project, id);
      await expect(project.client.approve(diff.id)).rejects.toMatchObject({ statusCode: 409 });
    }),
    fact('`uploadSnapshot`', 'adds an image to a capture, with its viewport', async (project) => {
      const { id } = await project.client.createCapture(origin);
      const viewport = { width: 320, height: 200 };
      const added = await project.client.uploadSnapshot(id, 'one', image(1), { viewport });
      expect(added).toMatchObject({ name: 'one', viewport, imageUrl: expect.any(String) });
    }),
    fact('`findCapture`', 'the capture of the first commit that has one, or null', async (project) => {
      const { id } = await capture(project, { one: 1 });
      const find = (commits: string[], branch = 'main') =>
        project.client.findCapture({ suite: 'ui', commits, branch });
      expect(await find(['c0', 'c1'])).toMatchObject({ id });
      expect(await find(['c0'])).toBeNull();
      expect(await find(['c1'], 'other')).toBeNull();
    }),
    fact(
      '`getBaselineRefs`',
      'branches with approved baselines; none for an unknown suite',
      async (project) => {
        await capture(project, { one: 1 }, { autoBaseline: true });
        expect(await project.client.getBaselineRefs('ui')).toEqual(['main']);
        expect(await project.client.getBaselineRefs('other')).toEqual([]);
      },
    ),
    fact('`createDiff`', '`threshold` is 0.063 unless given', async (project) => {
      const diff = await makeChanges(project);
      expect(diff.threshold).toBe(0.063);
      const lax = await compare(project, diff.headCaptureId, { threshold: 1 });
      expect(lax.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    }),
    fact('`createDiff` with `manifest`', 'only the named snapshots; others are skipped', async (project) => {
      const { headCaptureId } = await makeChanges(project);
      const { results } = await compare(project, headCaptureId, { manifest: ['two'] });
      expect(results.map(({ name, status }) => [name, status])).toEqual(
        expect.arrayContaining([
          ['one', 'skipped'],
          ['two', 'changed'],
        ]),
      );
    }),
    fact('`createDiff` with `baseCaptureId`', 'compares with that capture', async (project) => {
      const diff = await makeChanges(project);
      const same = await compare(project, diff.headCaptureId, { baseCaptureId: diff.headCaptureId });
      expect(same.baseCaptureId).toBe(diff.headCaptureId);
      expect(same.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    }),
    fact(
      '`createDiff` with `targetRefs`',
      'an approval sets baselines of these branches',
      async (project) => {
        const { headCaptureId } = await makeChanges(project);
        const { id } = await compare(project, headCaptureId, { targetRefs: ['release'] });
        await project.client.approve(id);
        expect((await project.client.getBaselineRefs('ui')).sort()).toEqual(['main', 'release']);
      },
    ),
    fact('`uploadSnapshotWithDiff`', 'is compared at once: new, changed, unchanged', async (project) => {
      await capture(project, { one: 10 }, { autoBaseline: true });
      expect(await upload(project, 'one', 10)).toMatchObject({ status: 'unchanged', diffPercentage: 0 });
      expect(await upload(project, 'one', 200)).toMatchObject({ status: 'changed', diffPercentage: 100 });
      expect(await upload(project, 'two', 10)).toMatchObject({ status: 'new', diffPercentage: null });
    }),
    fact(
      '`createSession`, `completeSession`',
      'several suites; conclusions, carry-forward, a check run each',
      async (project) => {
        await capture(project, { one: 10, two: 10 }, { autoBaseline: true });
        const { sessionId, captureId, diffId } = await project.client.createSession(origin);
        expect(await upload(project, 'one', 200, { sessionId })).toMatchObject({ captureId, diffId });
        await upload(project, 'other', 1, { sessionId, suite: 'pages', path: ['P'], metadata: { a: 1 } });
        const { imageToken, diffs } = await project.client.completeSession(sessionId, { exitCode: 0 });
        expect(imageToken).toEqual(expect.any(String));
        expect(
          diffs.map(({ suite, conclusion, changedSnapshots }) => [suite, conclusion, changedSnapshots]),
        ).toEqual([
          ['pages', 'failure', []],
          ['ui', 'failure', ['one']],
        ]);
        const { results } = await project.client.getDiff(diffId);
        expect(results.map(({ name, status }) => [name, status])).toEqual(
          expect.arrayContaining([
            ['one', 'changed'],
            ['two', 'skipped'],
          ]),
        );
        const { body } = await project.service.ask('GET', '/api/v1/check-runs', undefined, project.apiKey);
        const expected = diffs.map((diff) => expect.objectContaining({ diffId: diff.diffId }));
        expect(body).toMatchObject({ checkRuns: expect.arrayContaining(expected) });
        expect(await project.client.getSession(sessionId)).toMatchObject({
          status: 'completed',
          exitCode: 0,
        });
      },
    ),
    fact(
      '`completeSession` with another `exitCode` than 0',
      'no conclusion unless images failed',
      async (project) => {
        await capture(project, { one: 10 }, { autoBaseline: true });
        const { sessionId } = await project.client.createSession(origin);
        await upload(project, 'one', 10, { sessionId });
        const { diffs } = await project.client.completeSession(sessionId, { exitCode: 3 });
        expect(diffs.map(({ conclusion }) => conclusion)).toEqual([null]);
      },
    ),
    fact('`autoApprove` of a capture', 'changes are approved, and become baselines', async (project) => {
      await capture(project, { one: 10 }, { autoBaseline: true });
      const { id } = await capture(project, { one: 200 }, { commit: 'c2', autoApprove: true });
      const diff = await compare(project, id);
      expect(diff.results.map(({ approvalStatus }) => approvalStatus)).toEqual(['approved']);
      expect(await judge(project, { one: 200 })).toEqual({ one: 'unchanged' });
    }),
    fact('`autoApprove` of a session', 'the same, when it completes', async (project) => {
      const { sessionId } = await project.client.createSession({ ...origin, autoApprove: true });
      await upload(project, 'one', 200, { sessionId });
      const { diffs } = await project.client.completeSession(sessionId);
      expect(diffs.map(({ conclusion }) => conclusion)).toEqual(['success']);
      expect(await judge(project, { one: 200 })).toEqual({ one: 'unchanged' });
    }),
    fact('`autoApprove` of an upload', 'approved at once', async (project) => {
      const answer = await upload(project, 'one', 200, { autoApprove: true });
      expect(answer).toMatchObject({ status: 'new', approvalStatus: 'approved' });
    }),
    fact('`isLocal`', 'has baselines of its own, no branch of the project', async (project) => {
      await capture(project, { one: 10 }, { isLocal: true, autoBaseline: true });
      expect(await project.client.getBaselineRefs('ui')).toEqual([]);
    }),
    fact(
      '`uploadSite`, `discoverStories`',
      'begins as pending, ends as ready with its stories',
      async (project) => {
        const site = await project.client.uploadSite(await makeArchive());
        expect(site).toMatchObject({ status: 'pending', project: project.slug });
        const stories = await project.client.discoverStories(site.id);
        expect(stories.map(({ name }) => name)).toEqual(['One', 'Two']);
        expect(await project.client.getSite(site.id)).toMatchObject({ status: 'ready', fileCount: 2 });
      },
    ),
  ],
};
