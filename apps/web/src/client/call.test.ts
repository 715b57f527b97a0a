import { build } from 'vite';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { ApiError } from './ApiError.js';
import { call } from './call.js';

afterEach(() => vi.unstubAllGlobals());

/** Stubs the network with one answer; the requests that were sent. */
function answerWith(status: number, body: object) {
  const sent: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(JSON.stringify(body), { status });
  });
  return sent;
}

describe('call', () => {
  it('sends the body to the path of the operation, with its parameters filled in', async () => {
    const sent = answerWith(200, { approved: 1, total: 2 });
    const answer = await call('approve', {
      project: 'acme/web',
      params: { id: 'dif_1/..' },
      body: { snapshots: ['Button'] },
    });
    expect(answer).toEqual({ approved: 1, total: 2 });
    expect(sent).toMatchObject([
      {
        url: '/api/v1/diffs/dif_1%2F../approve',
        init: { method: 'POST', headers: { 'X-Svc-Project': 'acme/web' }, body: '{"snapshots":["Button"]}' },
      },
    ]);
  });

  it('sends the key that tells attempts from new requests', async () => {
    const sent = answerWith(200, { revoked: 1 });
    const given = { project: 'acme/web', params: { id: 'dif_1' }, body: {} };
    await call('revoke', { ...given, idempotencyKey: 'k 0' });
    await call('revoke', given);
    const headers = sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
    expect(headers).toEqual(['k 0', null]);
  });

  it('leaves undefined fields out of the query', async () => {
    const sent = answerWith(200, { diffs: [], nextCursor: null });
    await call('listDiffs', { project: 'acme/web', query: { suite: 'a b', limit: 20, cursor: undefined } });
    expect(sent[0]?.url).toBe('/api/v1/diffs?suite=a+b&limit=20');
    expect(sent[0]?.init.body).toBeUndefined();
  });

  it('throws what the service refused', async () => {
    answerWith(404, { error: { code: 'DIFF_NOT_FOUND', message: 'Diff not found' } });
    const refused = call('getDiff', { project: 'acme/web', params: { id: 'dif_1' } });
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'DIFF_NOT_FOUND' });
  });

  it('takes only what the operation takes', () => {
    const project = 'acme/web';
    const params = { id: 'dif_1' };
    // Compiled, never called.
    const calls = () => {
      expectTypeOf(call('signOut')).resolves.toEqualTypeOf<Record<string, never>>();
      expectTypeOf(call('listMembers', { params: { org: 'acme' } })).resolves.toHaveProperty('members');
      void call('approve', { project, params });
      // @ts-expect-error an operation that there is not
      void call('approveAll', { project, params });
      // @ts-expect-error an upload is not a JSON operation
      void call('uploadSite', { project });
      // @ts-expect-error without a parameter of the path
      void call('approve', { project });
      // @ts-expect-error without the project
      void call('approve', { params });
      // @ts-expect-error without anything
      void call('approve');
      // @ts-expect-error another parameter
      void call('approve', { project, params: { id: 'dif_1', org: 'acme' } });
      // @ts-expect-error parameters that the path does not have
      void call('whoAmI', { params });
      // @ts-expect-error a project that the operation does not have
      void call('whoAmI', { project });
      // @ts-expect-error a wrong type in the body
      void call('approve', { project, params, body: { snapshots: 'Button' } });
      // @ts-expect-error an unknown field of the body
      void call('approve', { project, params, body: { snapshot: ['Button'] } });
      // @ts-expect-error without a body that the operation needs
      void call('createProject', { params: { org: 'acme' } });
      // @ts-expect-error a body that the operation does not have
      void call('getDiff', { project, params, body: {} });
      // @ts-expect-error a wrong type in the query
      void call('listSuites', { project, query: { limit: '500' } });
      // @ts-expect-error an unknown field of the query
      void call('listSuites', { project, query: { suite: 'default' } });
      // @ts-expect-error without a query that the operation needs
      void call('getSuite', { project });
      // @ts-expect-error a method of its own
      void call('approve', { project, params, method: 'GET' });
    };
    expect(calls).toBeTypeOf('function');
  });

  it('brings no zod into the bundle', async () => {
    const entry = new URL('./call.ts', import.meta.url).pathname;
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry, formats: ['es'] } },
    });
    const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    const modules = chunk?.type === 'chunk' ? chunk.moduleIds : [];
    expect(modules.filter((id) => id.includes('/schema/')).map((id) => id.replace(/.*\//, ''))).toEqual([
      'routes.js',
    ]);
    expect(modules.filter((id) => id.includes('zod'))).toEqual([]);
    expect(modules.length).toBeGreaterThan(3);
  });
});
