// biome-ignore-all lint/style/useNamingConvention: claims of GitHub's and GitLab's identity tokens.

import { operations } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestIssuer, type TestIssuer } from '../../testing/codeHosts/startTestIssuer.js';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createCiIssuers } from '../codehost/createCiIssuers.js';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { setCodeHost } from '../service/codeHosts/setCodeHost.js';
import { insertApiKey } from '../store/keys/apiKeys.js';
import { ensureProject } from '../store/projects/projects.js';

const audience = 'http://localhost:4300';
let github: TestIssuer;
let gitlab: TestIssuer;
/** Of a GitHub that no project is connected to. */
let otherGithub: TestIssuer;
let service: TestService;

const settings = { checkName: 'svc', comment: false, approvers: 'write' } as const;
const connect = async (slug: string, place: { kind: 'github'; repository: string } | GitlabPlace) => {
  const project = await ensureProject(service.resources.database, slug);
  await setCodeHost(service.resources, accessAsServer(project), { ...settings, ...place });
};
interface GitlabPlace {
  kind: 'gitlab';
  repository: string;
  url: string;
  token: string;
}

beforeAll(async () => {
  [github, gitlab, otherGithub] = [await startTestIssuer(), await startTestIssuer(), await startTestIssuer()];
  service = await startTestService(undefined, undefined, undefined, {
    ciIssuers: [
      { kind: 'github', issuer: github.issuer },
      { kind: 'gitlab', issuer: gitlab.issuer },
      { kind: 'github', issuer: otherGithub.issuer },
    ],
  });
  await connect('acme/web', { kind: 'github', repository: 'Acme/Web' });
  await connect('acme/one', { kind: 'github', repository: 'acme/shared' });
  await connect('acme/two', { kind: 'github', repository: 'acme/shared' });
  const token = 'glpat-of-the-tests';
  await connect('acme/lab', { kind: 'gitlab', repository: 'group/lab', url: gitlab.issuer, token });
  await connect('acme/other-lab', {
    kind: 'gitlab',
    repository: 'group/other',
    url: 'https://gitlab.test',
    token,
  });
});
afterAll(async () => {
  await service.stop();
  await github.stop();
  await gitlab.stop();
  await otherGithub.stop();
});

const push = {
  aud: audience,
  repository: 'acme/web',
  repository_id: '7',
  ref: 'refs/heads/main',
  event_name: 'push',
  run_id: '100',
};
const pull = {
  ...push,
  ref: 'refs/pull/3/merge',
  event_name: 'pull_request',
  head_ref: 'topic',
  base_ref: 'main',
};
const fork = { ...push, event_name: 'pull_request_target', head_ref: 'topic', base_ref: 'main' };

async function exchange(token: string, project?: string) {
  const { path: url, method } = operations.exchangeIdToken;
  const response = await service.app.inject({
    method,
    url,
    payload: { token, ...(project ? { project } : {}) },
  });
  const body = response.json();
  return { status: response.statusCode, ...body, error: body.error };
}
const keyFor = async (claims: object): Promise<string> =>
  (await exchange(await github.sign({ ...claims }))).key;
const post = (path: string, body: object, key: string) =>
  service.ask<{ error: { code: string; message: string } } & Record<string, string>>('POST', path, body, key);
const get = <T>(path: string, key?: string) => service.ask<T>('GET', path, undefined, key);
const captureBody = { suite: 's', branch: 'main', commit: 'c0ffee' };

describe('an identity token', () => {
  test('gives a key of 15 minutes for its repository and ref, and says so in the audit log', async () => {
    const answer = await exchange(await github.sign(push));
    expect(answer).toMatchObject({
      status: 200,
      project: 'acme/web',
      repository: 'acme/web',
      branch: 'main',
    });
    expect(answer.key).toMatch(/^svc_[\w-]{43}$/);
    const left = Date.parse(answer.expiresAt) - Date.now();
    expect([left > 14 * 60_000, left < 16 * 60_000]).toEqual([true, true]);
    expect((await get('/api/v1/me', answer.key)).body).toEqual({
      kind: 'key',
      name: 'acme/web refs/heads/main',
      project: 'acme/web',
      scopes: ['upload'],
    });
    const { database } = service.resources;
    const { rows } = await sql<{ actor: string; details: object }>`
      select actor, details from audit_log where action = 'key.exchanged' order by id desc limit 1`.execute(
      database,
    );
    expect(rows).toEqual([
      {
        actor: 'ci:acme/web',
        details: { ref: 'refs/heads/main', branch: 'main', run: '100', event: 'push' },
      },
    ]);
  });

  test('may be exchanged again while it is valid: each command of a job does', async () => {
    const token = await github.sign(push);
    const [one, two] = [await exchange(token), await exchange(token)];
    expect([one.status, two.status, one.key === two.key]).toEqual([200, 200, false]);
  });

  const seconds = Math.floor(Date.now() / 1000);
  test.each<[string, () => Promise<string> | string, string]>([
    ['for another audience', () => github.sign({ ...push, aud: 'https://other.test' }), 'another audience'],
    ['for no audience', () => github.sign({ ...push, aud: undefined }), 'another audience'],
    [
      'for others too',
      () => github.sign({ ...push, aud: [audience, 'https://other.test'] }),
      'meant for others',
    ],
    ['of another issuer', () => github.sign({ ...push, iss: 'https://evil.test' }), 'knows no issuer'],
    ['of no issuer', () => github.sign({ ...push, iss: undefined }), 'knows no issuer'],
    [
      'that has expired',
      () => github.sign({ ...push, iat: seconds - 600, exp: seconds - 300 }),
      'it has expired',
    ],
    ['that never expires', () => github.sign({ ...push, exp: undefined }), 'exp'],
    ['of the future', () => github.sign({ ...push, nbf: seconds + 900 }), 'nbf'],
    [
      'of another key that it carries',
      () => github.signForeign(push, { jwk: github.foreignKey }),
      'signature verification failed',
    ],
    [
      'of another key that its address leads to',
      () =>
        github.signForeign(push, {
          kid: 'foreign',
          jku: `${gitlab.issuer}/keys`,
          x5u: `${gitlab.issuer}/keys`,
        }),
      'no applicable key',
    ],
    ['of another key under a known name', () => github.signForeign(push, { kid: 'one' }), 'signature'],
    ['of another key without a name', () => github.signForeign(push, {}), 'signature'],
    [
      'with an extension that must be understood',
      () => github.signForeign(push, { crit: ['b64'], b64: true }),
      'signature verification failed',
    ],
    [
      'that was issued in the future',
      () => github.sign({ ...push, iat: seconds + 900, exp: seconds + 1800 }),
      'iat',
    ],
    ['that says no time of issue', () => github.sign({ ...push, iat: undefined }), 'iat'],
    [
      'without a number of its repository',
      () => github.sign({ ...push, repository_id: undefined }),
      'which repository',
    ],
    ['of another key', () => github.sign(push, 'another key'), 'signature'],
    ['of the other issuer', () => gitlab.sign({ ...push, iss: github.issuer }), 'signature'],
    ['without a signature', () => github.unsigned(push), '"alg"'],
    ['signed with the public key', () => github.signConfused(push), '"alg"'],
    ['that is damaged', async () => `${(await github.sign(push)).slice(0, -4)}AAAA`, 'signature'],
    ['that is none', () => 'nonsense', 'not a signed token'],
    ['without a ref', () => github.sign({ ...push, ref: undefined }), 'which repository and ref'],
  ])('%s is refused', async (_, token, why) => {
    const { status, error, key } = await exchange(await token());
    expect([status, error.code, key]).toEqual([403, 'TOKEN_INVALID', undefined]);
    expect(error.message).toContain(why);
  });

  test('for this service alone may say so in a list', async () => {
    expect(await exchange(await github.sign({ ...push, aud: [audience] }))).toMatchObject({ status: 200 });
  });

  test('of another GitHub is of another repository, whatever its name and number', async () => {
    expect(await exchange(await github.sign(push))).toMatchObject({ status: 200 });
    expect(await exchange(await otherGithub.sign(push))).toMatchObject({ status: 404 });
  });

  test('of a tag called main, or of GitLab, is not of the branch', async () => {
    const tags = [
      github.sign({ ...push, ref: 'refs/tags/main', ref_type: 'tag' }),
      gitlab.sign({
        aud: audience,
        project_path: 'group/lab',
        project_id: '5',
        ref: 'main',
        ref_type: 'tag',
        ref_path: 'refs/tags/main',
      }),
    ];
    for (const token of tags) {
      const answer = await exchange(await token);
      expect(answer).toMatchObject({ status: 200, branch: null });
      const made = await post('/api/v1/captures', { ...captureBody, snapshots: [{ name: 'a' }] }, answer.key);
      expect(made.body).toMatchObject({ ephemeral: true, branch: null });
    }
  });

  test('of a repository that no project is connected to gives nothing, whatever project is named', async () => {
    const token = await github.sign({ ...push, repository: 'acme/elsewhere', repository_id: '9' });
    for (const project of [undefined, 'acme/web', 'acme/none']) {
      const { status, error } = await exchange(token, project);
      expect([status, error.code]).toEqual([404, 'PROJECT_NOT_FOUND']);
    }
    expect((await exchange(await github.sign(push), 'acme/one')).status).toBe(404);
  });

  test('of a repository with several projects needs one to be named', async () => {
    const token = await github.sign({ ...push, repository: 'acme/shared', repository_id: '8' });
    const { status, error } = await exchange(token);
    expect([status, error.message]).toEqual([400, expect.stringContaining('acme/one, acme/two')]);
    for (const named of ['acme/two', 'two']) {
      expect(await exchange(token, named)).toMatchObject({ status: 200, project: 'acme/two' });
    }
    expect(await exchange(token, 'web')).toMatchObject({ status: 404 });
    expect(await exchange(token, 'acme/')).toMatchObject({ status: 400 });
  });

  test('of GitLab counts for projects at that GitLab, by their number', async () => {
    const claims = {
      aud: audience,
      project_path: 'group/lab',
      project_id: '5',
      ref: 'topic',
      ref_path: 'refs/heads/topic',
    };
    expect(await exchange(await gitlab.sign(claims))).toMatchObject({ status: 200, branch: 'topic' });
    const other = { ...claims, project_path: 'group/other', project_id: '6' };
    expect((await exchange(await gitlab.sign(other))).status).toBe(404);
    // A repository of the same name on the other host is another one.
    expect(
      (await exchange(await gitlab.sign({ ...claims, project_path: 'acme/web', project_id: '7' }))).status,
    ).toBe(404);
  });

  test('is taken after its issuer has a new key, and no longer with the old one', async () => {
    const issuer = await startTestIssuer();
    const issuers = createCiIssuers(
      [{ kind: 'github', issuer: issuer.issuer }],
      audience,
      'https://github.com',
    );
    const old = await issuer.sign(push);
    expect(await issuers.identify(old)).toMatchObject({ repositoryId: '7', place: 'https://github.com' });
    await issuer.rotate();
    const renewed = await issuer.sign(push);
    await vi.waitFor(() => issuers.identify(renewed), { timeout: 30_000, interval: 500 });
    await expect(issuers.identify(old)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    await issuer.stop();
  });

  test('whose issuer is away may be tried again', async () => {
    const late = await startTestIssuer();
    const apart = await startTestService(undefined, undefined, undefined, {
      ciIssuers: [{ kind: 'github', issuer: late.issuer }],
    });
    const payload = { token: await late.sign(push) };
    const ask = () => apart.app.inject({ method: 'POST', url: operations.exchangeIdToken.path, payload });
    late.setAway(true);
    expect([(await ask()).statusCode, (await ask()).json().error.code]).toEqual([503, 'ISSUER_UNAVAILABLE']);
    late.setAway(false);
    expect((await ask()).statusCode).toBe(404);
    await apart.stop();
    await late.stop();
  });
});

describe('a key of CI', () => {
  test('ends, and is in no list of keys', async () => {
    const key = await keyFor(push);
    const { database } = service.resources;
    await sql`update api_keys set expires_at = now() where ci_repository is not null`.execute(database);
    expect((await get('/api/v1/overview', key)).status).toBe(401);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from api_keys where ci_repository is not null and expires_at is null`.execute(
      database,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('captures for nothing but its branch, also when it names none', async () => {
    const key = await keyFor(pull);
    const { branch: _, ...nameless } = captureBody;
    for (const body of [nameless, { ...nameless, baselineRef: 'main' }, { ...nameless, isLocal: true }]) {
      const { status, body: answer } = await post(
        '/api/v1/captures',
        { ...body, snapshots: [{ name: 'a' }] },
        key,
      );
      expect([status, answer.error.message]).toEqual([403, expect.stringContaining('pass it as `branch`')]);
    }
    const ephemeral = { ...nameless, ephemeral: true, snapshots: [{ name: 'a' }] };
    expect(await post('/api/v1/captures', ephemeral, key)).toMatchObject({ status: 200 });
  });

  test('captures for its branch alone, and decides nothing', async () => {
    const key = await keyFor(pull);
    const own = await post(
      '/api/v1/captures',
      { ...captureBody, branch: 'topic', snapshots: [{ name: 'a' }] },
      key,
    );
    expect(own).toMatchObject({ status: 200, body: { branch: 'topic', ephemeral: false } });
    const session = { suite: 's', branch: 'main', commit: 'c0ffee' };
    const refused = await Promise.all([
      post('/api/v1/captures', captureBody, key),
      post('/api/v1/sessions', session, key),
      post('/api/v1/sessions', { ...session, sessionId: 'ses_mine' }, key),
      post('/api/v1/sessions', { ...session, branch: 'topic', autoApprove: true }, key),
      post('/api/v1/captures', { ...captureBody, branch: 'topic', autoApprove: true }, key),
      post('/api/v1/captures', { ...captureBody, branch: 'topic', autoBaseline: true }, key),
      post('/api/v1/diffs', { suite: 's', headCaptureId: own.body.id, targetRefs: ['main'] }, key),
    ]);
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      refused.map(() => [403, 'FORBIDDEN']),
    );
    const upload = (branch: string) =>
      service.upload(
        `/api/v1/snapshots?name=a&suite=u&branch=${branch}&baselineRef=main&commit=c0ffee`,
        image(0),
        'image/png',
        key,
      );
    expect([(await upload('main')).status, (await upload('topic')).status]).toEqual([403, 200]);
    expect(refused[0]?.body.error.message).toBe(
      'This key of CI is for the branch "topic" of acme/web, not for "main"',
    );
    const diff = await post('/api/v1/diffs', { suite: 's', headCaptureId: own.body.id }, key);
    expect(diff.status).toBe(200);
    for (const decision of ['approve', 'reject', 'revoke']) {
      expect((await post(`/api/v1/diffs/${diff.body.id}/${decision}`, {}, key)).status).toBe(403);
    }
  });

  test('adds to what its ref has made, by any of its keys, and to nothing else', async () => {
    const [one, two, other] = [await keyFor(pull), await keyFor(pull), await keyFor(push)];
    const session = { suite: 's', branch: 'topic', commit: 'c0ffee', sessionId: 'ses_shared' };
    const made = await post('/api/v1/sessions', session, one);
    expect((await post('/api/v1/sessions', { ...session, suite: 't' }, two)).status).toBe(200);
    const capture = await post('/api/v1/captures', { ...captureBody, branch: 'topic' }, one);
    const attempts = [
      ['/api/v1/sessions', { ...session, branch: 'main', suite: 'u' }],
      ['/api/v1/sessions/ses_shared/complete', {}],
      [`/api/v1/captures/${capture.body.id}/complete`, {}],
      ['/api/v1/diffs', { suite: 's', headCaptureId: capture.body.id }],
      [`/api/v1/diffs/${made.body.diffId}/rediff`, {}],
    ] as const;
    for (const [path, body] of attempts) {
      const { status, body: answer } = await post(path, body, other);
      expect([path, status, answer.error.message]).toEqual([
        path,
        403,
        expect.stringContaining('was created by'),
      ]);
    }
    expect((await post('/api/v1/sessions/ses_shared/complete', {}, two)).status).toBe(200);
  });

  test('of a run that may be of others makes ephemeral captures alone, also in sessions', async () => {
    const answer = await exchange(await github.sign(fork));
    expect(answer).toMatchObject({ status: 200, branch: null });
    const { key } = answer;
    const capture = await post('/api/v1/captures', { ...captureBody, snapshots: [{ name: 'a' }] }, key);
    expect(capture.body).toMatchObject({ ephemeral: true, branch: null, commit: null });
    const session = { suite: 'forked', branch: 'main', commit: 'c0ffee', sessionId: 'ses_fork' };
    const opened = await post('/api/v1/sessions', session, key);
    const inSession = await get(`/api/v1/captures/${opened.body.captureId}`, key);
    expect(inSession.body).toMatchObject({ ephemeral: true, branch: null, commit: null });
    expect((await post('/api/v1/sessions/ses_fork/complete', {}, key)).status).toBe(200);
    const next = await keyFor({ ...fork, run_id: '101' });
    const joined = await post('/api/v1/sessions', { ...session, sessionId: 'ses_fork' }, next);
    expect([joined.status, joined.body.error.message]).toEqual([
      403,
      expect.stringContaining('was created by'),
    ]);
    expect((await get('/api/v1/baselines?suite=forked', key)).body).toMatchObject({
      refs: [],
      baselines: [],
    });
    const { database } = service.resources;
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from captures where ephemeral and expires_at is null`.execute(database);
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('of a fork becomes no baseline, not even when a person approves', async () => {
    const key = await keyFor(fork);
    const capture = await post(
      '/api/v1/captures',
      { ...captureBody, suite: 'f', snapshots: [{ name: 'a' }] },
      key,
    );
    const uploaded = await service.upload(
      `/api/v1/snapshots?captureId=${capture.body.id}&name=a`,
      image(0),
      'image/png',
      key,
    );
    expect(uploaded.status).toBe(200);
    const { body: diff } = await post('/api/v1/diffs', { suite: 'f', headCaptureId: capture.body.id }, key);
    await settled(service, 'diffs', diff.id ?? '');
    const approved = await post(`/api/v1/diffs/${diff.id}/approve`, {}, service.apiKey);
    expect([approved.status, approved.body.error.code]).toEqual([409, 'CAPTURE_EPHEMERAL']);
  });
});

describe('who may only upload', () => {
  test('adds nothing to what is approved automatically', async () => {
    const { id: projectId } = await ensureProject(service.resources.database, 'acme/web');
    const scopes: 'upload'[] = ['upload'];
    const key = { projectId, name: 'uploader', scopes, createdBy: null, expiresInDays: null };
    const { secret } = await insertApiKey(service.resources.database, key);
    const session = { suite: 'a', branch: 'main', commit: 'c0ffee', sessionId: 'ses_auto' };
    const made = await post('/api/v1/sessions', { ...session, autoApprove: true }, service.apiKey);
    const body = { ...captureBody, suite: 'a', autoApprove: true };
    const capture = await post('/api/v1/captures', body, service.apiKey);
    const baseline = await post('/api/v1/captures', { ...captureBody, autoBaseline: true }, service.apiKey);
    const upload = (query: string) =>
      service.upload(`/api/v1/snapshots?name=a&${query}`, image(0), 'image/png', secret);
    const refused = [
      await upload('suite=a&branch=main&commit=c0ffee&sessionId=ses_auto'),
      await upload('suite=b&branch=main&commit=c0ffee&sessionId=ses_auto'),
      await upload(`captureId=${capture.body.id}`),
      await upload(`captureId=${baseline.body.id}`),
      await post('/api/v1/sessions', { ...session, suite: 'c' }, secret),
      await post('/api/v1/sessions/ses_auto/complete', {}, secret),
      await post(`/api/v1/captures/${capture.body.id}/complete`, {}, secret),
      await post('/api/v1/diffs', { suite: 'a', headCaptureId: capture.body.id, targetRefs: ['x'] }, secret),
      await post(`/api/v1/diffs/${made.body.diffId}/rediff`, {}, secret),
    ];
    const messages = refused.map(({ status, body: answer }) => [
      status,
      (answer as { error?: { message: string } }).error?.message,
    ]);
    expect(messages).toEqual(
      refused.map(() => [
        403,
        expect.stringContaining('requires the right to review; key:uploader may only upload'),
      ]),
    );
  });
});
