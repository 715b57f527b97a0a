import { text } from 'node:stream/consumers';
import { type Action, type ErrorBody, type Operation, operations, type Role, type Scope } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { mayDo } from '../domain/access/mayDo.js';
import { insertLoginToken } from '../store/accounts/loginTokens.js';
import { createWebSession, insertPerson } from '../store/accounts/people.js';
import { listSignIns } from '../store/accounts/signIns.js';
import { insertApiKey, revokeApiKey } from '../store/keys/apiKeys.js';
import { insertInvitation } from '../store/organisations/invitations.js';
import { insertOrganisation, saveMember } from '../store/organisations/organisations.js';
import { ensureProject } from '../store/projects/projects.js';

type Rule = Pick<Operation, 'access' | 'needs'>;
type Headers = Record<string, string>;

const ruleOf = (name: string): Rule | undefined =>
  Object.values<Operation>(operations).find(({ method, path }) => `${method} ${path}` === name);

let service: TestService;
/** Ids of things of acme/web, by the last word before `:id` in a path. */
let ids: Record<string, string>;
let routes: { name: string; method: 'GET' | 'POST' | 'DELETE'; path: string; rule: Rule }[];

async function person(name: string, member: { org: string; role: Role } | null) {
  const made = await insertPerson(service.resources.database, { name, email: null, password: null });
  if (!made) throw new Error('no person');
  if (member) await saveMember(service.resources.database, { ...member, userId: made.id });
  return made.id;
}

async function key(project: string, scopes: Scope[]) {
  const { id } = await ensureProject(service.resources.database, project);
  return insertApiKey(service.resources.database, {
    projectId: id,
    name: 'matrix',
    scopes,
    createdBy: null,
    expiresInDays: null,
  });
}

const browser = async (userId: string, project: string): Promise<Headers> => ({
  cookie: `svc_session=${await createWebSession(service.resources.database, userId, 1, null)}`,
  origin: 'http://localhost',
  host: 'localhost',
  'x-svc-project': project,
});

const login = async (userId: string, project: string): Promise<Headers> => ({
  authorization: `Bearer ${await insertLoginToken(service.resources.database, { userId, name: 'laptop', days: 1 })}`,
  'x-svc-project': project,
});

/** What lets a request get as far as the thing that it names. */
const bodyOf = (path: string): object =>
  path === operations.addIgnoreArea.path
    ? { suite: 'default', scope: 'suite', box: { x: 0, y: 0, width: 1, height: 1 }, label: 'x' }
    : /threads|comments/.test(path)
      ? { name: 'a', text: 'x' }
      : path.endsWith('/accessibility')
        ? { decision: 'approved' }
        : path === operations.addChatRule.path
          ? { kind: 'slack', label: 'x', url: 'https://x.example', events: ['passed'] }
          : path === operations.requestReview.path
            ? { reviewers: ['a'] }
            : /\/(un)?ignore$/.test(path)
              ? { snapshots: ['a'] }
              : { role: 'viewer' };

async function ask(
  route: { method: 'GET' | 'POST' | 'DELETE'; path: string },
  headers: Headers,
  id: string,
  org = 'acme',
) {
  const { explainResult, getLivePages, getResultCauses, pickElements } = operations;
  const isOfSlot = [explainResult, getLivePages, getResultCauses, pickElements, operations.uploadTrace].some(
    ({ path }) => path === route.path,
  );
  const query = isOfSlot ? '?name=card&x=0&y=0' : '';
  const url = route.path.replace(':org', org).replace(':id', id) + query;
  const { uploadSnapshot, uploadSite, uploadSiteFiles, uploadTrace } = operations;
  const isFile = [uploadSnapshot, uploadSite, uploadSiteFiles, uploadTrace].some(
    ({ path }) => path === route.path,
  );
  const response = await service.app.inject({
    method: route.method,
    url,
    payloadAsStream: true,
    headers: { ...headers, ...(isFile ? { 'content-type': 'application/octet-stream' } : {}) },
    ...(route.method === 'POST' ? { payload: isFile ? 'x' : bodyOf(route.path) } : {}),
  });
  const isError = response.statusCode >= 400;
  const stream = response.stream();
  // A stream of events has no end to wait for.
  const isEndless = response.headers['content-type'] === 'text/event-stream';
  const content = isEndless ? '' : await text(stream);
  stream.destroy();
  return {
    status: response.statusCode,
    text: content,
    error: isError ? (JSON.parse(content) as ErrorBody).error : null,
  };
}

beforeAll(async () => {
  service = await startTestService();
  const { database } = service.resources;
  const { paths = {} } = service.app.swagger();
  routes = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => {
        const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
        const [verb, place = ''] = name.split(' ');
        return { name, method: verb as 'GET', path: place, rule: ruleOf(name) as Rule };
      }),
    );
  await insertOrganisation(database, 'other');
  await ensureProject(database, 'other/web');
  const capture = await service.ask<{ id: string }>('POST', '/api/v1/captures', {
    suite: 'default',
    branch: 'main',
    snapshots: [{ name: 'a' }],
  });
  const diff = await service.ask<{ id: string }>('POST', '/api/v1/diffs', {
    suite: 'default',
    headCaptureId: capture.body.id,
  });
  const opened = await service.ask<{ sessionId: string }>('POST', '/api/v1/sessions', {
    suite: 'inline',
    branch: 'main',
    commit: 'c0ffee',
  });
  const project = await ensureProject(database, 'acme/web');
  await sql`insert into sites (id, project_id, archive_hash) values ('sit_matrix', ${project.id}, sha256(''))`.execute(
    database,
  );
  await sql`insert into check_runs (id, project_id, commit) values ('chk_matrix', ${project.id}, 'c')`.execute(
    database,
  );
  await sql`
    with thread as (
      insert into comment_threads (id, project_id, suite_id, diff_id, namespace, ephemeral, name, viewport, browser)
      select 'thr_matrix', project_id, suite_id, id, '', false, 'a', '', '' from diffs where id = ${diff.body.id}
      returning id)
    insert into comments (id, thread_id, author, author_id, text)
    select 'cmt_matrix', id, 'user:nobody', 'user:usr_nobody', 'Why?' from thread`.execute(database);
  await sql`
    insert into ignore_areas (id, project_id, suite_id, label, element, author, author_id)
    select 'iga_matrix', project_id, suite_id, 'x', 'time', 'user:nobody', 'user:usr_nobody'
    from diffs where id = ${diff.body.id}`.execute(database);
  await sql`
    insert into chat_rules (id, project_id, kind, label, url, host, events, default_branch_only)
    values ('cht_matrix', ${project.id}, 'slack', 'x', '', 'x', '{}', false)`.execute(database);
  await sql`
    insert into review_requests (id, project_id, suite_id, diff_id, user_id, requested_by, requested_by_id)
    select 'rvr_matrix', project_id, suite_id, id, ${await person('asked', null)}, 'user:nobody', 'user:usr_nobody'
    from diffs where id = ${diff.body.id}`.execute(database);
  const { row: invitation } = await insertInvitation(database, {
    org: 'acme',
    role: 'viewer',
    createdBy: 'test',
    days: 1,
  });
  const signedIn = await person('signed in', { org: 'acme', role: 'viewer' });
  await createWebSession(database, signedIn, 1, null);
  const [session] = await listSignIns(database, signedIn, undefined);
  ids = {
    captures: capture.body.id,
    diffs: diff.body.id,
    sessions: opened.body.sessionId,
    sites: 'sit_matrix',
    'check-runs': 'chk_matrix',
    keys: (await key('acme/web', ['read'])).row.id,
    members: await person('member', { org: 'acme', role: 'viewer' }),
    invitations: invitation.id,
    'sign-ins': session?.id ?? '',
    threads: 'thr_matrix',
    comments: 'cmt_matrix',
    'ignore-areas': 'iga_matrix',
    'review-requests': 'rvr_matrix',
    'chat-rules': 'cht_matrix',
  };
});
afterAll(() => service.stop());

const guarded = () => routes.filter(({ rule: { access } }) => access !== 'public' && access !== 'signed');
const idOf = (path: string): string => {
  if (!path.includes('/:id')) return '';
  const collection = /([\w-]+)\/:id/.exec(path)?.[1] ?? '';
  const id = ids[collection];
  if (!id) throw new Error(`say in \`ids\` what ${path} is about, so that strangers are tried on it`);
  return id;
};

test('every route says who may ask', () => {
  expect(routes.filter(({ rule }) => rule === undefined).map(({ name }) => name)).toEqual([]);
  expect(routes.length).toBe(Object.keys(operations).length);
  for (const { name, rule } of routes) {
    expect([name, rule.needs !== null]).toEqual([name, ['project', 'organisation'].includes(rule.access)]);
  }
});

test('no credential, and an expired one, is 401 everywhere', async () => {
  const { database } = service.resources;
  const all: Scope[] = ['read', 'upload', 'review'];
  const revoked = await key('acme/web', all);
  await revokeApiKey(database, revoked.row.projectId, revoked.row.id);
  const expired = await key('acme/web', all);
  await sql`update api_keys set expires_at = now() where id = ${expired.row.id}`.execute(database);
  const userId = await person('gone', { org: 'acme', role: 'owner' });
  const overSession = await browser(userId, 'acme/web');
  const overLogin = await insertLoginToken(database, { userId, name: 'laptop', days: 1 });
  await sql`update web_sessions set expires_at = now() where user_id = ${userId}`.execute(database);
  await sql`update login_tokens set expires_at = now() where user_id = ${userId}`.execute(database);
  const owner = await browser(await person('still', { org: 'acme', role: 'owner' }), 'acme/web');
  const credentials: [string, Headers][] = [
    ['none', {}],
    ['empty', { 'x-api-key': '' }],
    ['unknown', { 'x-api-key': 'svc_unknown' }],
    ['revoked', { 'x-api-key': revoked.secret }],
    ['revoked, as bearer', { authorization: `Bearer ${revoked.secret}` }],
    ['expired', { 'x-api-key': expired.secret }],
    ['expired session', overSession],
    ['expired login', { authorization: `Bearer ${overLogin}` }],
    ['image token', { 'x-api-key': service.resources.links.imageToken('prj_1') }],
    ['revoked key, and a good cookie', { ...owner, 'x-api-key': revoked.secret }],
  ];
  for (const route of guarded()) {
    for (const [name, headers] of credentials) {
      const { status, error } = await ask(route, headers, idOf(route.path));
      expect([route.name, name, status, error?.code]).toEqual([route.name, name, 401, 'UNAUTHORIZED']);
    }
  }
});

describe('role and scope', () => {
  const scopes: Scope[][] = [['read'], ['upload'], ['review'], ['read', 'upload', 'review']];
  test.each(scopes.map((one) => [one]))('a key with %s may do what its scopes say', async (given) => {
    const headers = { 'x-api-key': (await key('acme/web', given)).secret };
    for (const route of guarded()) {
      const { access, needs } = route.rule;
      const may =
        access === 'identity' || (access === 'project' && mayDo({ scopes: given }, needs as Action));
      const { status, error } = await ask(route, headers, 'cap_missing');
      if (may) expect([route.name, [401, 403].includes(status)]).toEqual([route.name, false]);
      else {
        expect([route.name, status, error?.code]).toEqual([route.name, 403, 'FORBIDDEN']);
        expect(error?.message).toContain('The API key "matrix"');
      }
    }
  });

  const roles: Role[] = ['owner', 'maintainer', 'reviewer', 'viewer'];
  test.each(roles)(
    'a member with the role %s may do what the role says, by cookie and by login',
    async (role) => {
      const userId = await person(role, { org: 'acme', role });
      for (const route of guarded()) {
        const { access, needs } = route.rule;
        const may = access === 'identity' || access === 'person' || mayDo({ role }, needs as Action);
        for (const sign of [browser, login]) {
          const headers = await sign(userId, 'acme/web');
          const { status, error } = await ask(route, headers, 'cap_missing');
          const refused = status === 403 && error?.message.includes('role');
          expect([route.name, refused, status === 401]).toEqual([route.name, !may, false]);
          if (!may) expect(error?.message).toContain(`has the role ${role}; this needs the role `);
        }
      }
    },
  );
});

describe("another's objects answer exactly as missing ones (R32)", () => {
  test('for a person who is not a member of the organisation', async () => {
    const userId = await person('stranger', { org: 'other', role: 'owner' });
    for (const route of guarded()) {
      const { access } = route.rule;
      if (access !== 'project' && access !== 'organisation') continue;
      const foreign = await ask(route, await browser(userId, 'acme/web'), idOf(route.path));
      const missing = await ask(route, await browser(userId, 'nobody/web'), idOf(route.path), 'nobody');
      expect([route.name, foreign.status, foreign.text]).toEqual([route.name, 404, missing.text]);
    }
  });

  test('for every id of another project or organisation', async () => {
    const userId = await person('neighbor', { org: 'other', role: 'owner' });
    const withId = guarded().filter(({ path }) => path.includes('/:id'));
    expect(withId.length).toBeGreaterThan(10);
    for (const route of withId) {
      const ask2 = async (id: string) => ask(route, await browser(userId, 'other/web'), id, 'other');
      const foreign = await ask2(idOf(route.path));
      expect([route.name, foreign.status, foreign.text]).toEqual([
        route.name,
        404,
        (await ask2('x_none')).text,
      ]);
      const neighbor = { 'x-api-key': (await key('acme/api', ['read', 'upload', 'review'])).secret };
      const byKey = await ask(route, neighbor, idOf(route.path));
      expect([route.name, byKey.text]).toEqual([route.name, (await ask(route, neighbor, 'x_none')).text]);
      expect([403, 404]).toContain(byKey.status);
    }
  });
});

test('a browser session changes nothing for pages of elsewhere', async () => {
  const userId = await person('visitor', { org: 'acme', role: 'owner' });
  const unsafe = routes.filter(({ method, rule }) => method !== 'GET' && rule.access !== 'signed');
  for (const route of unsafe) {
    const good = await browser(userId, 'acme/web');
    // It neither looks at a session nor changes anything.
    if (route.path === operations.readInvitation.path) continue;
    const { origin: _, ...silent } = good;
    for (const headers of [
      { ...good, origin: 'https://evil.example' },
      { ...good, origin: 'null' },
      silent,
    ]) {
      const { status, error } = await ask(route, headers, idOf(route.path));
      const isPublic = route.rule.access === 'public';
      // What needs no session may refuse the body first.
      if (isPublic && status === 400) continue;
      expect([route.name, status, error?.message]).toEqual([
        route.name,
        403,
        'Requests with a browser session must come from the pages of this service',
      ]);
    }
  }
});

test('who may only upload cannot have images approved by sending them', async () => {
  const upload = { 'x-api-key': (await key('acme/web', ['upload'])).secret };
  const both = { 'x-api-key': (await key('acme/web', ['upload', 'review'])).secret };
  const bodies: [string, object][] = [
    ['/api/v1/captures', { suite: 's', branch: 'main', autoApprove: true }],
    ['/api/v1/captures', { suite: 's', branch: 'main', autoBaseline: true }],
    ['/api/v1/sessions', { suite: 's', branch: 'main', commit: 'c0ffee', autoApprove: true }],
    ['/api/v1/snapshots?autoApprove=true', { suite: 's', branch: 'main', name: 'a', hash: '0'.repeat(64) }],
  ];
  for (const [url, payload] of bodies) {
    const refused = await service.app.inject({ method: 'POST', url, payload, headers: upload });
    expect([url, refused.statusCode, refused.json().error.message]).toEqual([
      url,
      403,
      'The API key "matrix" has the scope upload; this needs the scope review. Project settings can make such a key.',
    ]);
    const taken = await service.app.inject({ method: 'POST', url, payload, headers: both });
    expect([url, taken.statusCode]).not.toEqual([url, 403]);
  }
});
