import { readFileSync } from 'node:fs';
import { createOrganisationBody } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('no organization can take the name of a page', () => {
  const routes = service.app.printRoutes({ commonPrefix: false });
  const served = [...routes.matchAll(/^[├└]── \/?([a-z][\w.-]*)/gm)].map(([, name = '']) => name);
  const router = readFileSync(new URL('../../../web/src/router.tsx', import.meta.url), 'utf8');
  const pages = [...router.matchAll(/path: '\/([a-z][\w.-]*)/g)].map(([, name = '']) => name);
  expect(served).toEqual(expect.arrayContaining(['api', 'install', 'readyz']));
  expect(pages).toEqual(expect.arrayContaining(['sign-in', 'account']));
  const free = [...served, ...pages].filter((name) => createOrganisationBody.safeParse({ name }).success);
  expect(free).toEqual([]);
});
