import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrincipals } from '../../testing/fuzz/principals.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { answerError } from './answerError.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.stop());

test.each(['%00', 'a%00b', '%ed%a0%80', '%ff', '%', '..%2f..%2fetc%2fpasswd'])(
  'a site has no file /%s',
  async (path) => {
    const { port } = service.app.server.address() as AddressInfo;
    const headers = { host: 'sit-0.sites.localhost' };
    const [answer] = (await once(
      get({ host: '127.0.0.1', port, path: `/${path}`, headers }),
      'response',
    )) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
  },
);

test.each(['%00', '%20', 'A', '..%2f', '%ef%bf%bf', 'a'.repeat(500)])(
  'there is no organisation %s',
  async (org) => {
    const principals = await createPrincipals(service, 'localhost');
    const owner = principals.find(({ name }) => name === 'an owner');
    const headers = { ...owner?.headers, host: 'localhost' };
    const answer = await service.app.inject({ url: `/api/v1/organisations/${org}/members`, headers });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'ORGANISATION_NOT_FOUND']);
  },
);

test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
  'a form of the type %s is refused',
  async (type) => {
    const answer = await service.upload('/api/v1/snapshots?name=a', Buffer.from('{}'), type);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  },
);

test.each([
  ['a text it does not have', '22021', 400],
  ['names too long for an index', '54000', 400],
  ['a mistake of ours', '42601', 500],
])('%s, which PostgreSQL refuses, is answered %s with %i', async (message, code, status) => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  app.get('/', () => {
    throw Object.assign(new Error(message), { code, severity: 'ERROR' });
  });
  expect((await app.inject('/')).statusCode).toBe(status);
});
