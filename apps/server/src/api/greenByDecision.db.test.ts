import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { type Looks, type RunOptions, runParts } from '../../testing/runParts.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { untilIdle } from '../../testing/untilIdle.js';
import { judge } from '../service/checks/judge.js';
import { insertApiKey } from '../store/keys/apiKeys.js';
import { findProject } from '../store/projects/projects.js';

/*
 * What R45 promises, against the real service: whatever a key without the right to approve sends, in whatever order, a check
 * with an undecided look does not turn green, unless the slot is captured again as its baseline is.
 */

let service: TestService;
/** May upload, and no more. */
let uploadKey: string;
let projectId: string;
let uploader: ReturnType<typeof runParts>;
let reviewer: ReturnType<typeof runParts>;
beforeAll(async () => {
  service = await startTestService();
  const { database } = service.resources;
  projectId = (await findProject(database, 'acme/web'))?.id ?? '';
  const given = { name: 'ci', scopes: ['read', 'upload'] as const, createdBy: null, expiresInDays: null };
  const key = await insertApiKey(database, {
    ...given,
    scopes: [...given.scopes],
    projectId,
  });
  uploadKey = key.secret;
  uploader = runParts(service, uploadKey);
  reviewer = runParts(service);
  await reviewer.run({ branch: 'main', commit: 'ba5e', autoApprove: true }, { button: 10, card: 10 });
});
afterAll(() => service.stop());

const baseline = 10;
/** Shades of red that nobody approved. */
const looks = fc.dictionary(fc.constantFrom('card', 'icon', 'button'), fc.constantFrom(baseline, 90, 200), {
  maxKeys: 3,
});
const part = fc.constantFrom(
  {},
  { job: 'a' },
  { job: 'b' },
  { shard: '1/2', runKey: 'r' },
  { shard: '2/2', runKey: 'r' },
  { shard: '1/?', runKey: 'q' },
);
const end = fc.record({
  exitCode: fc.constantFrom(0, 0, 1),
  complete: fc.boolean(),
  allowEmpty: fc.boolean(),
});
const asked = fc.constantFrom(
  {},
  { threshold: 1 },
  { antiAliasing: false },
  { manifest: ['card'] },
  { baselineRef: 'other' },
  { targetRefs: ['main'] },
  { history: ['ba5e'] },
);

type Step =
  | { kind: 'run'; looks: Looks; part: object; end: object; local: boolean }
  | { kind: 'capture'; looks: Looks; part: object; complete: boolean; asked: object }
  | { kind: 'upload'; red: number; ignoresAll: boolean }
  | { kind: 'diff'; asked: object }
  | { kind: 'rediff' }
  | { kind: 'finish' }
  | { kind: 'unused'; part: object; end: object };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('run' as const), looks, part, end, local: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('capture' as const),
      looks,
      part,
      complete: fc.boolean(),
      asked,
    }),
  },
  fc.record({
    kind: fc.constant('upload' as const),
    red: fc.constantFrom(90, 200),
    ignoresAll: fc.boolean(),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('diff' as const), asked }) },
  fc.record({ kind: fc.constant('rediff' as const) }),
  fc.record({ kind: fc.constant('finish' as const) }),
  fc.record({ kind: fc.constant('unused' as const), part, end }),
);

/** Takes part in an attack on a commit, of which the undecided slot is never captured as its baseline is. */
async function play(one: Step, run: RunOptions, known: { captureId: string; diffId: string }): Promise<void> {
  const ask = (path: string, body: object) => service.ask('POST', `/api/v1${path}`, body, uploadKey);
  const withoutBaseline = (given: Looks) =>
    Object.fromEntries(Object.entries(given).filter(([name, red]) => name !== 'button' || red !== baseline));
  switch (one.kind) {
    case 'run':
      await uploader.run(
        { ...run, ...one.part, ...(one.local ? { isLocal: true } : {}) },
        withoutBaseline(one.looks),
        one.end,
      );
      return;
    case 'capture': {
      const { id } = await uploader.capture(
        { ...run, ...one.part, complete: one.complete },
        withoutBaseline(one.looks),
      );
      await uploader.diff(id, one.asked);
      return;
    }
    case 'upload': {
      const query = new URLSearchParams({
        suite: 'forms',
        branch: run.branch,
        commit: run.commit,
        name: 'button',
        baselineRef: 'main',
        ...(one.ignoresAll && { ignore: '[{"x":0,"y":0,"width":99,"height":99}]' }),
      });
      await service.upload(`/api/v1/snapshots?${query}`, image(one.red), 'image/png', uploadKey);
      return;
    }
    case 'diff':
      await ask('/diffs', { suite: 'forms', headCaptureId: known.captureId, ...one.asked });
      return;
    case 'rediff':
      await ask(`/diffs/${known.diffId}/rediff`, {});
      return;
    case 'finish':
      await ask('/runs/finish', { branch: run.branch, commit: run.commit, runKey: 'q' });
      return;
    case 'unused':
      await ask(`/sessions/ses_${crypto.randomUUID()}/complete`, { ...one.end, ...run, ...one.part });
  }
}

/** Whether the undecided slot still counts: other things may be red by themselves. */
async function counts(commit: string): Promise<boolean> {
  const verdict = await judge(service.resources.database, projectId, commit);
  return (verdict.suites.get('forms') ?? []).some(
    ({ isComparing, reviewable }) =>
      isComparing ||
      reviewable.some(({ name, approvalStatus }) => name === 'button' && approvalStatus !== 'approved'),
  );
}

let serial = 0;

test('no sequence of calls without the right to approve turns a check with an undecided look green (R45)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const run = { branch: `feature-${++serial}`, commit: `c${serial.toString(16).padStart(7, '0')}` };
      const { id } = await uploader.capture(run, { button: 90, card: 10 });
      const { id: diffId } = await uploader.diff(id);
      expect(await uploader.check(run.commit)).toMatch(/^failure/);
      for (const one of steps) {
        await play(one, run, { captureId: id, diffId });
        expect(await counts(run.commit)).toBe(true);
        expect(await uploader.check(run.commit)).not.toMatch(/^success/);
      }
      await untilIdle(service);
      expect(await counts(run.commit)).toBe(true);
      expect(await uploader.check(run.commit)).not.toMatch(/^success/);
    }),
    { numRuns: 8 },
  );
}, 120_000);

test('an undecided change stays undecided when the slot is uploaded again and all of it ignored', async () => {
  const run = { branch: 'hidden', commit: 'c0ffee5' };
  await uploader.run(run, { button: 90, card: 10 });
  const all = { kind: 'upload' as const, red: 90, ignoresAll: true };
  await play(all, run, { captureId: '', diffId: '' });
  expect(await counts(run.commit)).toBe(true);
  expect(await uploader.check(run.commit)).toMatch(/^failure/);
});

test('a slot that is captured again as its baseline is needs no decision, and a person decides about any other', async () => {
  const again = { branch: 'again', commit: 'c0ffee1' };
  await uploader.run(again, { button: 90, card: 10 });
  expect(await uploader.check(again.commit)).toMatch(/^failure/);
  await uploader.run(again, { button: 10 });
  expect(await uploader.check(again.commit)).toMatch(/^success/);

  const decided = { branch: 'decided', commit: 'c0ffee2' };
  const { diffId } = await uploader.run(decided, { button: 90, card: 10 });
  await reviewer.post(`/diffs/${diffId}/approve`, {});
  expect(await uploader.check(decided.commit)).toMatch(/^success/);
});

test.each<[string, object]>([
  ['/captures', { suite: 'forms', branch: 'main', commit: 'c0ffee3', snapshots: [], autoBaseline: true }],
  ['/captures', { suite: 'forms', branch: 'main', commit: 'c0ffee3', snapshots: [], autoApprove: true }],
  ['/sessions', { suite: 'forms', branch: 'main', commit: 'c0ffee3', autoApprove: true }],
])('a key without the right to approve is told so by %s with %o', async (path, body) => {
  const { status, body: answer } = await service.ask('POST', `/api/v1${path}`, body, uploadKey);
  expect(status).toBe(403);
  expect(JSON.stringify(answer)).toContain('this needs the scope review');
});

test('nor does it send a snapshot that approves itself, or into a session that does', async () => {
  const send = async (fields: object) => {
    const query = new URLSearchParams({
      suite: 'forms',
      branch: 'main',
      commit: 'c0ffee4',
      name: 'button',
      baselineRef: 'main',
      ...fields,
    });
    return (await service.upload(`/api/v1/snapshots?${query}`, image(90), 'image/png', uploadKey)).status;
  };
  expect(await send({ autoApprove: 'true' })).toBe(403);
  const { sessionId } = await reviewer.post<{ sessionId: string }>('/sessions', {
    suite: 'forms',
    branch: 'main',
    commit: 'c0ffee4',
    autoApprove: true,
  });
  expect(await send({ sessionId })).toBe(403);
  expect((await service.ask('POST', `/api/v1/sessions/${sessionId}/complete`, {}, uploadKey)).status).toBe(
    403,
  );
});
