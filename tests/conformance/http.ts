import * as wire from '@svc/schema';
import { expect } from 'vitest';
import { defaultRateLimits, minute } from '../../apps/server/src/domain/access/rateLimits.js';
import { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import { SvcError } from '../../packages/sdk/src/SvcError.js';
import { isRetried, retryDelay } from '../../packages/sdk/src/transport/retry.js';
import type { Row, Section } from './Row.js';
import type { Project } from './world.js';

const ask = (
  { service, apiKey }: Project,
  method: 'GET' | 'POST',
  path: string,
  key: string | null = apiKey,
) =>
  service.app.inject({
    method,
    url: path,
    headers: key === null ? {} : { 'x-api-key': key },
    ...(method === 'POST' ? { payload: {} } : {}),
  });

/** A path with its counter: the first answer says how many are allowed, and that one is used. */
const limited = (what: string, method: 'GET' | 'POST', path: string, limit: number): Row => ({
  cells: [`${method} ${path}`, what, `${limit} a minute`],
  check: async (project) => {
    const { headers, statusCode } = await ask(project, method, path);
    expect(statusCode).not.toBe(404);
    expect([Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])]).toEqual([
      limit,
      limit - 1,
    ]);
  },
});

export const paths: Section = {
  title: 'Paths and limits',
  text: `Each key has counters of its own, over any ${minute.window / 1000} seconds. \`/docs/api\` of a service has every other path.`,
  columns: ['path', 'what', 'limit of a key'],
  rows: [
    limited('create a capture', 'POST', '/api/v1/captures', 10),
    limited('create a diff', 'POST', '/api/v1/diffs', 10),
    limited('upload a snapshot', 'POST', '/api/v1/snapshots', 300),
    limited('create a session', 'POST', '/api/v1/sessions', 20),
    limited('upload the archive of a site', 'POST', '/api/v1/sites', 5),
    limited('read baselines; `suite` says of which suite', 'GET', '/api/v1/baselines', 100),
    limited('read suites', 'GET', '/api/v1/suites', 100),
    limited('read the overview', 'GET', '/api/v1/overview', 100),
  ],
};

const fact = (what: string, value: string, check: Row['check']): Row => ({ cells: [what, value], check });
const errorOf = (answer: { json(): wire.ErrorBody }) => wire.errorBody.parse(answer.json()).error;

/** Uses up the counter of site uploads; the answer that is refused. */
async function refused(project: Project) {
  for (let turn = 0; turn < defaultRateLimits.sites; turn += 1) await ask(project, 'POST', '/api/v1/sites');
  return ask(project, 'POST', '/api/v1/sites');
}

const header = (name: string, what: string, check: (value: number, project: Project) => unknown): Row =>
  fact(`\`${name}\``, what, async (project) => {
    const answers = [
      await ask(project, 'GET', '/api/v1/suites'),
      await ask(project, 'GET', '/api/v1/captures/cap_none'),
      await ask(project, 'GET', '/api/v1/suites', 'svc_wrong'),
      await ask(project, 'POST', '/api/v1/diffs'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404, 401, 400]);
    for (const { headers } of answers) {
      const value = headers[name.toLowerCase()];
      expect(value).toBeDefined();
      check(Number(value), project);
      expect(headers['retry-after']).toBeUndefined();
    }
  });

export const headers: Section = {
  title: 'Headers, authentication and limits',
  columns: ['what', 'how'],
  rows: [
    fact('`X-API-Key`', 'carries the key of a project on every request', async (project) => {
      expect((await ask(project, 'GET', '/api/v1/suites')).statusCode).toBe(200);
      expect((await ask(project, 'GET', '/api/v1/suites', null)).statusCode).toBe(401);
    }),
    fact('form of a key', '`svc_` and base64url text', ({ apiKey }) =>
      expect(apiKey).toMatch(/^svc_[\w-]{20,}$/),
    ),
    fact('reach of a key', 'its project; those of others answer as what does not exist', async (project) => {
      const { id } = await project.client.createCapture({ suite: 'a', branch: 'main' });
      const foreign = await project.service.newKey(`${project.slug}-other`);
      expect((await ask(project, 'GET', `/api/v1/captures/${id}`, foreign)).statusCode).toBe(404);
    }),
    header('X-RateLimit-Limit', 'requests that the window allows; on every answer', (value) =>
      expect(Object.values(defaultRateLimits)).toContain(value),
    ),
    header('X-RateLimit-Remaining', 'requests that are left in it; on every answer', (value) =>
      expect(value).toBeGreaterThanOrEqual(0),
    ),
    header(
      'X-RateLimit-Reset',
      'when it resets, as a Unix timestamp in seconds; on every answer',
      (value) => {
        expect(Number.isInteger(value)).toBe(true);
        expect(Math.abs(value - Date.now() / 1000)).toBeLessThan(90);
      },
    ),
    fact('`Retry-After`', 'seconds to wait; only on 429', async (project) => {
      const { statusCode, headers } = await refused(project);
      expect(statusCode).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }),
    fact('window', 'slides, 60 seconds', () => expect(minute.window).toBe(60_000)),
    fact('counters', 'of each key alone, also within one project', async (project) => {
      await refused(project);
      const other = await project.service.newKey(project.slug);
      const { statusCode } = await ask(project, 'POST', '/api/v1/sites', other);
      expect(statusCode).not.toBe(429);
    }),
    fact('version', 'every path of the interface begins with `/api/v1`', () => {
      for (const { path } of Object.values(wire.operations)) expect(path).toMatch(/^\/api\/v1\//);
    }),
  ],
};

const failure = (statusCode: number, code = 'X') => new SvcError({ code, message: 'failed', statusCode });

const retried = (status: number, isTried: boolean): Row =>
  fact(`status ${status}`, isTried ? 'tried again' : 'not tried again', () =>
    expect(isRetried(failure(status))).toBe(isTried),
  );

/** What a client waits for that is answered 503 again and again. */
async function waitsOf(options: object, headers: Record<string, string> = {}): Promise<number[]> {
  const waits: number[] = [];
  const client = new SvcClient({
    apiKey: 'svc_x',
    fetch: async () => new Response('', { status: 503, headers }),
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  await expect(client.getDiff('dif_1')).rejects.toBeInstanceOf(SvcError);
  return waits;
}

const code = (name: wire.ErrorCode, status: number, more = ''): Row =>
  fact(`code \`${name}\``, `status ${status}${more}`, () => expect(wire.errorCodes[name]).toBe(status));

export const errors: Section = {
  title: 'Errors and retries',
  columns: ['what', 'how'],
  rows: [
    fact('body', '`{error: {code, message}}`', async (project) => {
      const answer = await ask(project, 'GET', '/api/v1/captures/cap_none');
      expect(answer.json()).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
    }),
    fact('missing capture', '404 `CAPTURE_NOT_FOUND`, "Capture not found"', async (project) => {
      const answer = await ask(project, 'GET', '/api/v1/captures/cap_none');
      expect(answer.statusCode).toBe(404);
      expect(errorOf(answer)).toEqual({ code: 'CAPTURE_NOT_FOUND', message: 'Capture not found' });
    }),
    fact('input that is refused', '400 `VALIDATION_ERROR`', async (project) => {
      const answer = await ask(project, 'POST', '/api/v1/captures');
      expect([answer.statusCode, errorOf(answer).code]).toEqual([400, 'VALIDATION_ERROR']);
    }),
    fact('too many requests', '429 `RATE_LIMITED`, "Too many requests"', async (project) => {
      const answer = await refused(project);
      expect(answer.statusCode).toBe(429);
      expect(errorOf(answer)).toEqual({ code: 'RATE_LIMITED', message: 'Too many requests' });
    }),
    fact('no key, or a wrong one', '401', async (project) => {
      expect((await ask(project, 'GET', '/api/v1/suites', 'svc_wrong')).statusCode).toBe(401);
    }),
    fact('statuses', '400, 401, 403, 404, 409, 429, 500, 503 and no other', () =>
      expect([...new Set(Object.values(wire.errorCodes))].sort()).toEqual([
        400, 401, 403, 404, 409, 429, 500, 503,
      ]),
    ),
    code('SESSION_COMPLETED', 409),
    code('DIFF_STALE', 409),
    code('FORBIDDEN', 403),
    code('INTERNAL', 500),
    code('STORAGE_UNAVAILABLE', 503),
    fact('the SDK', 'throws SvcError, with `retryAfter` in seconds on 429', async (project) => {
      await refused(project);
      const error = await project.client.uploadSite(new Uint8Array()).catch((caught) => caught);
      expect(error).toBeInstanceOf(SvcError);
      expect(error).toMatchObject({ code: 'RATE_LIMITED', message: 'Too many requests', statusCode: 429 });
      expect(error.retryAfter).toBeGreaterThan(0);
    }),
    ...[429, 500, 502, 503].map((status) => retried(status, true)),
    ...[400, 401, 403, 404, 409].map((status) => retried(status, false)),
    fact('failures of the network', 'tried again', () =>
      expect(isRetried(failure(0, 'NETWORK_ERROR'))).toBe(true),
    ),
    fact('`maxRetries`', '3: four attempts in all', async () => expect(await waitsOf({})).toHaveLength(3)),
    fact('`maxRetries: 0`', 'no retries', async () => expect(await waitsOf({ maxRetries: 0 })).toEqual([])),
    fact('`retryBaseDelayMs`', '1000, and doubles with each attempt', async () =>
      expect(await waitsOf({})).toEqual([1000, 2000, 4000]),
    ),
    fact('jitter', '± 25 %', () => {
      const between = (random: number) =>
        retryDelay(0, undefined, { baseDelayMs: 1000, random: () => random });
      expect([between(0), between(0.5), between(1)]).toEqual([750, 1000, 1250]);
    }),
    fact('`Retry-After`', 'takes the place of the computed wait', async () =>
      expect(await waitsOf({ maxRetries: 1 }, { 'retry-after': '7' })).toEqual([7000]),
    ),
  ],
};
