import { bytea } from '../../../apps/server/src/store/bytea.js';
import { saveCodeHost } from '../../../apps/server/src/store/codeHosts/codeHosts.js';
import { insertRepository } from '../../../apps/server/src/store/codeHosts/codeRepositories.js';
import { insertApiKey } from '../../../apps/server/src/store/keys/apiKeys.js';
import { newId } from '../../../apps/server/src/store/newId.js';
import { findProject, type ProjectRow } from '../../../apps/server/src/store/projects/projects.js';
import { ensureSuite } from '../../../apps/server/src/store/projects/suites.js';
import { capture, compare, head } from './capture.js';
import type { Seed, World } from './openService.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);

/** The project `acme/web`. */
export async function projectOf({ service }: World): Promise<ProjectRow> {
  const project = await findProject(service.resources.database, 'acme/web');
  if (!project) throw new Error('there is no acme/web');
  return project;
}

/** Keys that are used, that end soon, and that are revoked. */
export const seedKeys: Seed = async (world) => {
  const { database } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  const insert = async (name: string, days: number | null, change: object) => {
    const { row } = await insertApiKey(database, {
      projectId,
      name,
      scopes: ['read', 'upload'],
      createdBy: 'user:Ada Lovelace',
      expiresInDays: days,
    });
    await database.updateTable('apiKeys').set(change).where('id', '=', row.id).execute();
  };
  await insert('Old pipeline', null, { revokedAt: ago(20 * day), createdBy: null });
  await insert('Release bot', 5, { lastUsedAt: ago(3 * day) });
  await insert('GitHub Actions', null, { lastUsedAt: ago(4 * minute) });
  return '/acme/web/settings/keys';
};

/** 212 captures of this month, with 41,870 snapshots, and images of 1.7 GB. */
export const seedUsage: Seed = async (world) => {
  const { database } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  const { id: suiteId } = await ensureSuite(database, projectId, 'nightly');
  const captures = Array.from({ length: 212 }, (_, index) => ({
    id: newId('capture'),
    projectId,
    suiteId,
    actor: 'key:nightly',
    mode: 'manual' as const,
    status: 'completed' as const,
    open: false,
    totalSnapshots: 197 + (index % 2),
    completedSnapshots: 197 + (index % 2),
  }));
  await database.insertInto('captures').values(captures).execute();
  await database
    .insertInto('images')
    .values({ hash: bytea('a'.repeat(64)), projectId, bytes: 1_734_000_000, width: 1, height: 1 })
    .execute();
  return '/acme/web/settings/usage';
};

/** A repository of GitHub that shows one check run, and that refuses another. */
export const seedCodeHost: Seed = async (world) => {
  const { database } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  const { id } = await capture(world, 'storybook', [{ name: 'Forms/Card', drawing: 'card-20-0' }], head);
  const diffId = (await compare(world, 'storybook', id)).split('/').at(-1) ?? '';
  const { suiteId } = await database
    .selectFrom('diffs')
    .select('suiteId')
    .where('id', '=', diffId)
    .executeTakeFirstOrThrow();
  await database.deleteFrom('checkRuns').execute();
  const { id: codeRepositoryId } = await insertRepository(database, {
    place: 'https://github.com',
    path: 'acme/web',
    repositoryId: '1296269',
    org: 'acme',
    proof: 'push',
    provenBy: people.ada,
  });
  await saveCodeHost(database, {
    projectId,
    org: 'acme',
    codeRepositoryId,
    kind: 'github',
    repository: 'acme/web',
    url: null,
    secret: null,
    checkName: 'svc',
    comment: true,
    approvers: null,
  });
  const run = {
    projectId,
    version: 1,
    desired: JSON.stringify({
      status: 'completed',
      conclusion: 'failure',
      title: '14 changed, 4 new, 2 removed',
      summary: '',
    }),
  };
  await database
    .insertInto('checkRuns')
    .values([
      { ...run, id: newId('check'), commit: head.commit, diffId, suiteId, deliveredVersion: 1 },
      {
        ...run,
        id: newId('check'),
        commit: head.commit,
        attempts: 3,
        nextAttemptAt: ago(-4 * minute),
        lastError: 'GitHub answered 404: the app is not installed in acme/web',
      },
    ])
    .execute();
  return '/acme/web/settings/code-host';
};

const people = { ada: 'user:Ada Lovelace', grace: 'user:Grace Hopper', bot: 'key:Release bot' };
const host = { kind: 'github', repository: 'acme/web', url: null, checkName: 'svc', comment: true };

type Told = [actor: string, action: string, target: string | null, details: object | null];

/** Newest first. */
const told: Told[] = [
  [
    people.ada,
    'diff.approved',
    'dif_1',
    { snapshots: ['Forms/Button/Primary', 'Forms/Card/Dark'], count: 2 },
  ],
  ['github:octocat', 'diff.approved', 'dif_1', { snapshots: ['Charts/Chart/Wide'], count: 1 }],
  [people.grace, 'diff.rejected', 'dif_1', { snapshots: ['Layout/Form/Empty'], count: 1 }],
  [people.grace, 'diff.revoked', 'dif_1', { snapshots: ['Layout/Form/Empty'], count: 1 }],
  [
    people.ada,
    'key.created',
    'key_3',
    { name: 'GitHub Actions', scopes: ['read', 'upload'], expiresInDays: null },
  ],
  ['ci:acme/web', 'key.exchanged', 'key_4', { ref: 'refs/heads/main', branch: 'main' }],
  [people.bot, 'baselines.set', 'cap_1', { branch: 'main', suite: 'storybook', count: 45 }],
  [people.ada, 'key.revoked', 'key_1', { name: 'Old pipeline' }],
  [
    people.grace,
    'settings.changed',
    null,
    {
      from: { approvalMemory: false, defaultBranch: 'master' },
      to: { approvalMemory: true, defaultBranch: 'main' },
    },
  ],
  [people.grace, 'code-host.changed', null, { ...host, approvers: 'write' }],
  ['server:svc-server', 'code-host.removed', null, null],
  [people.ada, 'member.changed', 'usr_1', { name: 'Grace Hopper', from: 'reviewer', to: 'maintainer' }],
  [people.ada, 'member.removed', 'usr_2', { name: 'Charles Babbage', from: 'viewer', to: null }],
  [people.ada, 'invitation.created', 'inv_1', { role: 'reviewer' }],
  [people.grace, 'invitation.accepted', 'inv_0', { role: 'reviewer' }],
  [people.ada, 'invitation.revoked', 'inv_2', null],
  [people.ada, 'project.created', 'web', null],
  [people.ada, 'organisation.created', 'acme', null],
  ...Array.from(
    { length: 40 },
    (_, index): Told => [
      people.bot,
      'diff.approved',
      `dif_${index}`,
      { snapshots: [`Story ${index}`], count: 1 },
    ],
  ),
];

const ofOrganisation = ['member', 'invitation', 'organisation'];

/** One of every action that the service writes down, and enough approvals for a second page. */
export const seedAudit: Seed = async (world) => {
  const { database } = world.service.resources;
  const { id: projectId } = await projectOf(world);
  const rows = told.map(([actor, action, target, details], index) => ({
    org: 'acme',
    projectId: ofOrganisation.includes(action.split('.')[0] ?? '') ? null : projectId,
    actor,
    actorId: actor,
    action,
    target,
    details: details && JSON.stringify(details),
    createdAt: new Date(Date.now() - index * 5 * 3_600_000 - 60_000),
  }));
  await database.insertInto('auditLog').values(rows.reverse()).execute();
  return '/acme/web/settings/audit';
};
