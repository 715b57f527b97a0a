// biome-ignore-all lint/style/useNamingConvention: claims of identity tokens and fields of GitHub's API.

import { type CodeHostAnswer, operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FakeBitbucketDataCenter,
  startFakeBitbucketDataCenter,
} from '../../../testing/codeHosts/startFakeBitbucketDataCenter.js';
import { type FakeGitea, startFakeGitea } from '../../../testing/codeHosts/startFakeGitea.js';
import { type FakeGithub, startFakeGithub } from '../../../testing/codeHosts/startFakeGithub.js';
import { type FakeGitlab, startFakeGitlab } from '../../../testing/codeHosts/startFakeGitlab.js';
import { startTestIssuer, type TestIssuer } from '../../../testing/codeHosts/startTestIssuer.js';
import { someRun } from '../../../testing/codeHosts/testCodeHost.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { readRepositoryGrants } from '../../domain/codeHosts/repositoryGrants.js';
import { createWebSession, insertIdentity, insertPerson } from '../../store/accounts/people.js';
import { findCodeHost } from '../../store/codeHosts/codeHosts.js';
import { listConnections } from '../../store/codeHosts/codeRepositories.js';
import { saveMember } from '../../store/organisations/organisations.js';
import { ensureProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { openCodeHost } from '../openCodeHost.js';
import { deliverCheckRuns } from './deliverCheckRuns.js';
import { setCodeHost } from './setCodeHost.js';

let github: FakeGithub;
let gitlab: FakeGitlab;
let gitea: FakeGitea;
let bitbucket: FakeBitbucketDataCenter;
let issuer: TestIssuer;
let service: TestService;
/** The maintainer of acme, and that of another organization. */
let ada: string;
let mallory: string;

beforeAll(async () => {
  [github, gitlab, issuer] = [await startFakeGithub(), await startFakeGitlab(), await startTestIssuer()];
  [gitea, bitbucket] = [await startFakeGitea(), await startFakeBitbucketDataCenter()];
  const grants = readRepositoryGrants('acme=github.com/acme/listed,github.com/acme/group/*') ?? [];
  service = await startTestService(
    undefined,
    undefined,
    { ...github, apiUrl: github.url },
    { grants, ciIssuers: [{ kind: 'github', issuer: issuer.issuer }] },
  );
  await ensureProject(service.resources.database, 'acme/web');
  await ensureProject(service.resources.database, 'acme/docs');
  await ensureProject(service.resources.database, 'evil/web');
  ada = await maintainer('ada', 'acme', '101');
  mallory = await maintainer('mallory', 'evil', '666');
});
afterAll(async () => {
  await service.stop();
  await github.stop();
  await gitlab.stop();
  await gitea.stop();
  await bitbucket.stop();
  await issuer.stop();
});
beforeEach(async () => {
  const { database } = service.resources;
  await sql`delete from code_hosts`.execute(database);
  await sql`delete from code_repositories`.execute(database);
  Object.assign(github.accounts, { 101: 'ada', 666: 'mallory' });
  Object.assign(github.permissions, { ada: 'write', mallory: 'read' });
  Object.assign(github.repository, { id: 1_296_269, owner: 'acme', name: 'web' });
  Object.assign(gitlab.project, { id: 278_964, path: 'acme/web', level: 40 });
});

/** Somebody with a linked GitHub account. */
async function maintainer(name: string, org: string, subject: string): Promise<string> {
  const { database } = service.resources;
  const person = await insertPerson(database, { name, email: null, password: null });
  if (!person) throw new Error(`${name} has an account`);
  await saveMember(database, { org, userId: person.id, role: 'maintainer' });
  await insertIdentity(database, { provider: 'github', subject, userId: person.id, name });
  return createWebSession(database, person.id, 1, null);
}

async function connect(session: string, project: string, body: object) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/code-host',
    headers: { 'x-svc-project': project, host: 'localhost', origin: 'http://localhost' },
    cookies: { svc_session: session },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.body, proof: proofIn(answer.json()) };
}
const proofIn = ({ codeHost }: Partial<CodeHostAnswer>) => codeHost?.proof;

const onGithub = { kind: 'github', repository: 'acme/web' };
const onGitlab = () => ({ kind: 'gitlab', repository: 'acme/web', url: gitlab.url, token: gitlab.token });
const connectAsOperator = async (slug: string, repository = 'acme/web') =>
  setCodeHost(service.resources, accessAsServer(await ensureProject(service.resources.database, slug)), {
    kind: 'github',
    repository,
    checkName: 'svc',
    comment: false,
    approvers: 'write',
  });
const owners = async () => {
  const { rows } = await sql<{ org: string; repositoryId: string | null }>`
    select org, repository_id from code_repositories order by org`.execute(service.resources.database);
  return rows.map(({ org, repositoryId }) => [org, repositoryId]);
};

describe('a repository of GitHub', () => {
  test('is connected by who may push to it, as GitHub says', async () => {
    expect(await connect(mallory, 'evil/web', onGithub)).toMatchObject({ status: 403 });
    expect(await connect(ada, 'acme/web', onGithub)).toMatchObject({ status: 200, proof: 'push' });
    expect(await owners()).toEqual([['acme', '1296269']]);
  });

  test('is asked about by the number of the linked account, not by a login that changed hands', async () => {
    // The account that mallory has linked is now called as another one was.
    Object.assign(github.accounts, { 101: 'ada-lovelace', 666: 'mallory' });
    Object.assign(github.permissions, { 'ada-lovelace': 'write', ada: 'admin', mallory: 'none' });
    expect(await connect(mallory, 'evil/web', onGithub)).toMatchObject({ status: 403 });
    expect(await connect(ada, 'acme/web', onGithub)).toMatchObject({ status: 200 });
    delete github.accounts['666'];
    expect(await connect(mallory, 'evil/web', onGithub)).toMatchObject({ status: 403 });
  });

  test('is refused in the same bytes, whatever the reason', async () => {
    const unknown = await connect(mallory, 'evil/web', onGithub);
    await connect(ada, 'acme/web', onGithub);
    const taken = await connect(mallory, 'evil/web', onGithub);
    // She may push to it now, but it is another organization's.
    Object.assign(github.permissions, { mallory: 'admin' });
    const provable = await connect(mallory, 'evil/web', onGithub);
    github.fault = () => ({ status: 500 });
    const away = await connect(mallory, 'evil/web', onGithub);
    github.fault = () => null;
    github.repository.name = 'gone';
    const missing = await connect(mallory, 'evil/web', onGithub);
    expect(unknown.status).toBe(403);
    expect(new Set([unknown, taken, provable, away, missing].map(({ body }) => body)).size).toBe(1);
    expect(unknown.body).not.toContain('acme/docs');
  });

  test('belongs to one organization, also when two connect it at once', async () => {
    Object.assign(github.permissions, { mallory: 'admin' });
    for (let turn = 0; turn < 5; turn++) {
      const answers = await Promise.all([
        connect(ada, 'acme/web', onGithub),
        connect(mallory, 'evil/web', onGithub),
        connect(ada, 'acme/docs', onGithub),
      ]);
      expect(answers.map(({ status }) => status)).not.toContain(500);
      expect(await owners()).toHaveLength(1);
      const orgs = await listConnections(service.resources.database);
      expect(new Set(orgs.map(({ org }) => org)).size).toBe(1);
      await sql`delete from code_hosts`.execute(service.resources.database);
      await sql`delete from code_repositories`.execute(service.resources.database);
    }
  });

  test('is held to its organization by the database itself', async () => {
    const { database } = service.resources;
    await connectAsOperator('acme/web');
    const { id: projectId } = await ensureProject(database, 'evil/web');
    const steal = (org: string) =>
      sql`insert into code_hosts (project_id, org, kind, repository, check_name, comment, code_repository_id)
        select ${projectId}, ${org}, 'github', 'acme/web', 'svc', false, id from code_repositories`.execute(
        database,
      );
    await expect(steal('evil')).rejects.toThrow('foreign key');
    await expect(steal('acme')).rejects.toThrow('foreign key');
    const again = sql`insert into code_repositories (place, path, repository_id, org, proof, proven_by)
      select place, path, repository_id, 'evil', 'push', 'eve' from code_repositories`;
    await expect(again.execute(database)).rejects.toThrow('unique');
  });

  test('serves further projects of the organization, and is free once none is connected', async () => {
    await connect(ada, 'acme/web', onGithub);
    Object.assign(github.permissions, { ada: 'read' });
    expect(await connect(ada, 'acme/docs', onGithub)).toMatchObject({ status: 200, proof: 'push' });
    const remove = (project: string) =>
      service.app.inject({
        method: 'DELETE',
        url: '/api/v1/code-host',
        headers: { 'x-svc-project': project, host: 'localhost', origin: 'http://localhost' },
        cookies: { svc_session: ada },
      });
    await remove('acme/web');
    expect(await owners()).toHaveLength(1);
    await remove('acme/docs');
    expect(await owners()).toEqual([]);
    expect(await connect(ada, 'acme/web', onGithub)).toMatchObject({ status: 403 });
  });

  test('is connected by a member of the organization that the operator lists, and by no other', async () => {
    Object.assign(github.repository, { name: 'listed' });
    Object.assign(github.permissions, { ada: 'none', mallory: 'admin' });
    const listed = { ...onGithub, repository: 'acme/listed' };
    expect(await connect(mallory, 'evil/web', listed)).toMatchObject({ status: 403 });
    expect(await connect(ada, 'acme/web', listed)).toMatchObject({ status: 200, proof: 'list' });
    expect(await connect(ada, 'acme/docs', { ...listed, repository: 'acme/unlisted' })).toMatchObject({
      status: 403,
    });
  });
});

describe('a project of GitLab', () => {
  test('is connected with a token of somebody who may push, as GitLab says', async () => {
    for (const level of [null, 10, 20]) {
      gitlab.project.level = level;
      expect(await connect(mallory, 'evil/web', onGitlab())).toMatchObject({ status: 403 });
    }
    gitlab.project.level = 30;
    expect(await connect(ada, 'acme/web', onGitlab())).toMatchObject({ status: 200, proof: 'push' });
    expect(await connect(mallory, 'evil/web', onGitlab())).toMatchObject({ status: 403 });
  });

  test.each([
    ['a made-up token', () => ({ ...onGitlab(), token: 'glpat-made-up' })],
    ['another spelling of the address', () => ({ ...onGitlab(), url: `${gitlab.url}/?x=` })],
    ['another project', () => ({ ...onGitlab(), repository: 'acme/other' })],
    ['a fragment', () => ({ ...onGitlab(), url: `${gitlab.url}/#` })],
  ])('is not connected with %s', async (_, body) => {
    expect((await connect(mallory, 'evil/web', body())).status).toBeGreaterThanOrEqual(400);
    expect(await owners()).toEqual([]);
  });

  test('is the same by path and by number, and under any spelling of the address', async () => {
    await connect(ada, 'acme/web', onGitlab());
    const spellings = [
      { ...onGitlab(), repository: '278964' },
      { ...onGitlab(), url: `${gitlab.url}//` },
      { ...onGitlab(), repository: 'Acme/Web' },
    ];
    for (const body of spellings) {
      expect(await connect(mallory, 'evil/web', body)).toMatchObject({ status: 403 });
    }
    expect(await owners()).toEqual([['acme', '278964']]);
  });
});

describe.each([
  [
    'gitea',
    () => ({ kind: 'gitea', repository: 'acme/web', url: gitea.url, token: gitea.token }),
    (may: boolean) => Object.assign(gitea.repository, { push: may }),
    () => gitea.statuses.length,
  ],
  [
    'bitbucket-data-center',
    () => ({
      ...{ kind: 'bitbucket-data-center', repository: 'WEB/app' },
      ...{ url: bitbucket.url, token: bitbucket.token },
    }),
    (may: boolean) => Object.assign(bitbucket.repository, { mayWrite: may }),
    () => bitbucket.builds.length,
  ],
] as const)('a repository of %s', (_, body, permit, countShown) => {
  test('is connected with a token of somebody who may push, and shows checks', async () => {
    permit(false);
    expect(await connect(mallory, 'evil/web', body())).toMatchObject({ status: 403 });
    permit(true);
    expect(await connect(ada, 'acme/web', body())).toMatchObject({ status: 200, proof: 'push' });
    expect(await connect(mallory, 'evil/web', body())).toMatchObject({ status: 403 });
    const { database } = service.resources;
    const project = await ensureProject(database, 'acme/web');
    const row = await findCodeHost(database, project.id);
    if (!row) throw new Error('the connection is missing');
    const { signal } = new AbortController();
    await (await openCodeHost(service.resources, project, row, signal)).deliver(someRun, null, signal);
    expect(countShown()).toBe(1);
  });

  test('is not connected with a made-up token', async () => {
    expect(await connect(ada, 'acme/web', { ...body(), token: 'made-up-token' })).toMatchObject({
      status: 403,
    });
    expect(await owners()).toEqual([]);
  });
});

const push = {
  aud: 'http://localhost:4300',
  repository: 'acme/web',
  repository_id: '1296269',
  ref: 'refs/heads/main',
  event_name: 'push',
  run_id: '1',
};
const exchange = async (claims: object) => {
  const token = await issuer.sign({ ...push, ...claims });
  const answer = await service.app.inject({
    method: 'POST',
    url: operations.exchangeIdToken.path,
    payload: { token },
  });
  return { status: answer.statusCode, project: answer.json().project };
};

describe('CI of a repository', () => {
  test('gets keys for the project that has proved it, by its number', async () => {
    await connect(ada, 'acme/web', onGithub);
    expect(await exchange({})).toEqual({ status: 200, project: 'acme/web' });
    expect(await exchange({ repository: 'acme/renamed' })).toEqual({ status: 200, project: 'acme/web' });
    // The name was given to another repository.
    expect(await exchange({ repository_id: '5' })).toMatchObject({ status: 404 });
  });

  test('of a connection that nobody has confirmed gets none, regardless of who made it', async () => {
    await connectAsOperator('evil/web');
    await sql`update code_hosts set org = null, code_repository_id = null`.execute(
      service.resources.database,
    );
    await sql`delete from code_repositories`.execute(service.resources.database);
    expect(await exchange({})).toMatchObject({ status: 404 });
    await connect(ada, 'acme/web', onGithub);
    expect(await exchange({})).toEqual({ status: 200, project: 'acme/web' });
  });

  test('of a repository that an operator has named while the host was away is held to its first number', async () => {
    github.fault = () => ({ status: 500 });
    await connectAsOperator('acme/web');
    github.fault = () => null;
    expect(await owners()).toEqual([['acme', null]]);
    expect(await exchange({})).toEqual({ status: 200, project: 'acme/web' });
    expect(await owners()).toEqual([['acme', '1296269']]);
    expect(await exchange({ repository_id: '5' })).toMatchObject({ status: 404 });
    await expect(connectAsOperator('evil/web')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a connection from before proofs', () => {
  test('posts nothing until it is confirmed, and says why', async () => {
    const { database } = service.resources;
    await connectAsOperator('acme/web');
    await sql`update code_hosts set org = null, code_repository_id = null`.execute(database);
    await sql`delete from code_repositories`.execute(database);
    const session = { suite: 'old', branch: 'main', commit: 'c0ffee', sessionId: 'ses_old' };
    await service.ask('POST', '/api/v1/sessions', session);
    await service.ask('POST', '/api/v1/sessions/ses_old/complete', { allowEmpty: true });
    const before = github.requests.length;
    await deliverCheckRuns(service.resources, new AbortController().signal);
    expect(github.requests.slice(before)).toEqual([]);
    const { body } = await service.ask<{ checkRuns: { error: string }[] }>('GET', '/api/v1/check-runs');
    expect(body.checkRuns.map(({ error }) => error)).toContainEqual(
      expect.stringContaining('Nobody has confirmed that this project may speak for acme/web'),
    );
    const read = await service.ask<CodeHostAnswer>('GET', '/api/v1/code-host');
    expect(read.body.codeHost).toMatchObject({ repository: 'acme/web', proof: null });
    expect(await listConnections(database)).toMatchObject([{ name: 'web', proof: null }]);

    await connect(ada, 'acme/web', onGithub);
    await deliverCheckRuns(service.resources, new AbortController().signal);
    expect(github.runs.map((run) => run.head_sha)).toContain('c0ffee');
  });
});
