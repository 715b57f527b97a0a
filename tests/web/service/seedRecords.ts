import type { Diff } from '@svc/schema';
import { insertEntries } from '../../../apps/server/src/store/baselines/baselines.js';
import { bytea } from '../../../apps/server/src/store/bytea.js';
import { saveCodeHost } from '../../../apps/server/src/store/codeHosts/codeHosts.js';
import { findDiffs } from '../../../apps/server/src/store/diffs/diffs.js';
import { newId } from '../../../apps/server/src/store/newId.js';
import { findSuite } from '../../../apps/server/src/store/projects/suites.js';
import {
  ensureReviewSession,
  insertSessionSuite,
} from '../../../apps/server/src/store/sessions/reviewSessions.js';
import { ageBaselines } from '../../../apps/server/testing/ageBaselines.js';
import { image } from '../../../apps/server/testing/image.js';
import { baseline, capture, head } from './capture.js';
import { idOf, postAsAda, type Seed, type World } from './openService.js';
import { projectOf } from './seedProject.js';
import { seedDiff, seedReview, shotAt } from './seedReviews.js';

/** Names that pages have to bear: other scripts, right to left, very long, with everything that a path gives a meaning. */
export const hardNames = [
  'フォーム/ボタン/押された状態',
  'النماذج/زر/أساسي',
  'Навигация/Меню/Очень длинное название без единого пробела'.replaceAll(' ', ''),
  `Deep/${'Nested/'.repeat(20)}Leaf`,
  'A'.repeat(512),
  '50% off & <b>more</b>?x=1#y / ../z',
];

/** Approved, and captured at a second viewport on another branch. */
export const approved = shotAt(0, 0);
/** The snapshot whose history takes more than a page. */
export const paged = shotAt(7, 0);

async function suiteOf(world: World, name: string) {
  const { id: projectId } = await projectOf(world);
  const suite = await findSuite(world.service.resources.database, projectId, name);
  if (!suite) throw new Error(`there is no suite ${name}`);
  return suite;
}

const diffAt = async ({ service }: World, path: string): Promise<Diff> =>
  (await service.ask<Diff>('GET', `/api/v1/diffs/${idOf(path)}`)).body;

/** The review of the suite `storybook`, of which Ada Lovelace approved four, with a past. */
export const seedPast: Seed = async (world) => {
  const other = { name: approved.name, drawing: approved.drawing };
  await capture(world, 'storybook', [other], { ...baseline, branch: 'feature/search' });
  const path = await seedReview(world);
  const snapshots = [0, 1, 2, 3].map((place) => shotAt(place, 1).name);
  await postAsAda(world, `/api/v1/diffs/${idOf(path)}/approve`, { snapshots });
  await ageBaselines(world.service.resources.database, (await suiteOf(world, 'storybook')).id, 'main');
  const { headCaptureId } = await diffAt(world, path);
  await addFlakes(world, [headCaptureId, await firstCapture(world)]);
  await world.service.resources.database
    .updateTable('snapshots')
    .set({ metadata: JSON.stringify({ team: 'growth' }) })
    .where('captureId', '=', headCaptureId)
    .execute();
  await addRejections(world, idOf(path));
  return path;
};

const firstCapture = async (world: World): Promise<string> =>
  (
    await world.service.resources.database
      .selectFrom('captures')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id;

/** The approved snapshot looked different for no reason in these captures. */
async function addFlakes(world: World, captureIds: string[]): Promise<void> {
  const suite = await suiteOf(world, 'storybook');
  await world.service.resources.database
    .insertInto('flakes')
    .values(
      captureIds.map((captureId) => ({
        projectId: suite.projectId,
        captureId,
        kind: 'recaptured' as const,
        suiteId: suite.id,
        name: approved.name,
        viewport: '1280x720',
        browser: '',
      })),
    )
    .execute();
}

/** Thirty older diffs, each of which compared one snapshot with what this diff had approved, and was rejected. */
async function addRejections(world: World, diffId: string): Promise<void> {
  const { database } = world.service.resources;
  const diff = await database
    .selectFrom('diffs')
    .selectAll()
    .where('id', '=', diffId)
    .executeTakeFirstOrThrow();
  const result = await database
    .selectFrom('results')
    .selectAll()
    .where('diffId', '=', diffId)
    .where('name', '=', paged.name)
    .executeTakeFirstOrThrow();
  const older = Array.from({ length: 30 }, (_, index) => ({
    id: `dif_${String(index).padStart(26, '0')}`,
    createdAt: new Date(Date.now() - (31 - index) * 3_600_000),
  }));
  await database
    .insertInto('diffs')
    .values(older.map((fields) => ({ ...diff, ...fields, baselineMark: null })))
    .execute();
  await database
    .insertInto('results')
    .values(
      older.map(({ id }) => ({
        ...result,
        headHash: bytea(result.headHash),
        baseHash: bytea(result.baseHash),
        maskHash: bytea(result.maskHash),
        diffId: id,
        path: result.path && JSON.stringify(result.path),
        ignored: null,
        approvalStatus: 'rejected' as const,
        baselineSource: `approval:${diffId}`,
      })),
    )
    .execute();
}

export const seedHardNames: Seed = async (world) => {
  const shots = hardNames.map((name, place) => ({ name, drawing: shotAt(place, 0).drawing }));
  await capture(world, 'names', shots, baseline);
  return '/acme/web/suites/names';
};

/** A suite that has a capture, but no baselines. */
export const seedIcons: Seed = async (world) => {
  await capture(world, 'icons', [shotAt(0, 0)], head);
  return '/acme/web/suites/icons';
};

/** A capture of an image that was uploaded. */
export const seedUpload: Seed = async ({ service }) => {
  const query = new URLSearchParams({ suite: 'uploads', name: 'a', ...head, baselineRef: 'main' });
  const { body, status } = await service.upload(`/api/v1/snapshots?${query}`, image(10), 'image/png');
  if (status !== 200) throw new Error(`the upload is answered ${status}`);
  return `/acme/web/captures/${(body as { captureId: string }).captureId}`;
};

/** Needs {@link seedPast}. Sessions in every state, with what a code host shows of their commit. */
export const seedSessions: Seed = async (world) => {
  const { database } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  const suite = await suiteOf(world, 'storybook');
  const newest = await database
    .selectFrom('diffs')
    .select(['id', 'suiteId', 'headCaptureId'])
    .where('suiteId', '=', suite.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const emails = await diffAt(world, await seedDiff(world, 'emails', { unchanged: 2 }));
  const ofEmails = {
    id: emails.id,
    suiteId: (await suiteOf(world, 'emails')).id,
    headCaptureId: emails.headCaptureId,
  };
  const add = async (
    id: string,
    minutesAgo: number,
    fields: Partial<Parameters<typeof ensureReviewSession>[1]>,
    diffs: (typeof newest)[],
  ) => {
    const createdAt = new Date(Date.now() - minutesAgo * 60_000);
    await ensureReviewSession(database, {
      id,
      projectId,
      ...head,
      baselineRef: 'main',
      actor: 'key:ci',
      createdAt,
      ...fields,
    });
    for (const { id: diffId, suiteId, headCaptureId: captureId } of diffs) {
      await insertSessionSuite(database, { projectId, id }, { suiteId, captureId, diffId });
    }
  };
  const ended = { exitCode: 0, completedAt: new Date() };
  await add('ses_done', 30, ended, [newest, ofEmails]);
  await add('ses_open', 31, {}, []);
  await add('ses_expired', 32, { expiredAt: new Date() }, []);
  await add('ses_red', 33, { ...ended, exitCode: 3 }, [newest]);
  for (let index = 0; index < 30; index++) await add(`ses_old_${index}`, 40 + index, ended, [newest]);
  await addCheckRuns(world, newest.id, emails.id);
  return '/acme/web/sessions/ses_done';
};

async function addCheckRuns(world: World, reviewId: string, cleanId: string): Promise<void> {
  const { database } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  await saveCodeHost(database, {
    projectId,
    kind: 'github',
    repository: 'acme/web',
    url: null,
    secret: null,
    checkName: 'svc',
    comment: false,
    approvers: null,
  });
  await database.deleteFrom('checkRuns').execute();
  const subjectOf = async (diffId: string) => {
    const [diff] = await findDiffs(database, [diffId]);
    return { diffId, suiteId: diff?.suiteId ?? null };
  };
  const desired = (conclusion: string, title: string) =>
    JSON.stringify({ status: 'completed', conclusion, title, summary: '' });
  const refused = {
    projectId,
    commit: head.commit,
    version: 1,
    attempts: 3,
    lastError: 'GitHub answered 502: try again later',
  };
  await database
    .insertInto('checkRuns')
    .values([
      {
        ...refused,
        id: newId('check'),
        ...(await subjectOf(reviewId)),
        desired: desired('failure', '20 to review'),
      },
      { ...refused, id: newId('check'), desired: desired('failure', '1 of 2 suites needs attention') },
      {
        id: newId('check'),
        projectId,
        commit: head.commit,
        version: 1,
        deliveredVersion: 1,
        ...(await subjectOf(cleanId)),
        desired: desired('success', 'Nothing changed'),
        url: 'https://github.example/acme/web/runs/1',
      },
    ])
    .execute();
}

/** Has what the code host refused tried again in four minutes. */
export async function postpone({ service }: World): Promise<void> {
  await service.resources.database
    .updateTable('checkRuns')
    .set({ nextAttemptAt: new Date(Date.now() + 4 * 60_000) })
    .where('lastError', 'is not', null)
    .execute();
}

/** Ten thousand baselines of one suite, of one image. */
export async function addLarge(world: World): Promise<void> {
  const { database } = world.service.resources;
  const { id: suiteId, projectId } = await suiteOf(world, 'icons');
  const { hash, captureId } = await database
    .selectFrom('snapshots')
    .innerJoin('captures', 'captures.id', 'snapshots.captureId')
    .select(['snapshots.hash', 'snapshots.captureId'])
    .where('captures.suiteId', '=', suiteId)
    .executeTakeFirstOrThrow();
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    name: `Group ${index % 40}/Story ${index}`,
    viewport: '',
    browser: '',
    hash,
    pixels: null,
    rootId: null,
    decisionId: null,
    actor: 'key:ci',
  }));
  const { commit } = baseline;
  await insertEntries(database, {
    ...{ projectId, suiteId, namespace: '', branch: 'main', captureId, commit, diffId: null },
    places: [],
    entries,
  });
}
