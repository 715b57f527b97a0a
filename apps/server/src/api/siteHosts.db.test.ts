import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService();
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => service?.stop());

const statusAt = (host: string, path: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host, 'x-api-key': service.apiKey } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });

test('the API answers at its own hosts, and at none in the domain of the sites', async () => {
  for (const path of ['/healthz', '/api/v1/suites', '/docs/api/json']) {
    expect(await statusAt('localhost:4300', path), path).toBe(200);
    expect(await statusAt('127.0.0.1', path), path).toBe(200);
    for (const host of [
      'sites.localhost',
      'api.sites.localhost:4300',
      'API.Sites.LOCALHOST.',
      'sit-0.sites.localhost',
      'x.sit-0.sites.localhost',
      'sit-.sites.localhost',
    ]) {
      expect(await statusAt(host, path), `${host} ${path}`).toBe(404);
    }
  }
});
