import type { BaselineList, CreatedSession, Suite } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { changeSettings } from '../service/projects/changeSettings.js';
import { ensureProject } from '../store/projects/projects.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function approve(branch: string, commit: string, name: string): Promise<void> {
  const start = { suite: 'ui', branch, commit, autoApprove: true };
  const { body } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', start);
  const query = new URLSearchParams({ suite: 'ui', branch, commit, name, sessionId: body.sessionId });
  expect((await service.upload(`/api/v1/snapshots?${query}`, image(0), 'image/png')).status).toBe(200);
  expect((await service.ask('POST', `/api/v1/sessions/${body.sessionId}/complete`, {})).status).toBe(200);
}

async function rename(defaultBranch: string): Promise<void> {
  const project = await ensureProject(service.resources.database, 'acme/web');
  await changeSettings(service.resources, accessAsServer(project), { defaultBranch });
}

const list = async (query = '') => {
  const { body } = await service.ask<BaselineList>('GET', `/api/v1/baselines?suite=ui${query}`);
  return { refs: body.refs, baselines: body.baselines.map(({ branch, name }) => `${branch} ${name}`) };
};

const countOfSuite = async () =>
  (await service.ask<{ suites: Suite[] }>('GET', '/api/v1/suites')).body.suites[0]?.baselineCount;

test('a default branch that is renamed takes its baselines along, and leaves later ones of the old name (R42)', async () => {
  await approve('main', 'm1', 'button');
  await rename('trunk');
  expect(await list()).toEqual({ refs: ['trunk'], baselines: ['trunk button'] });
  await approve('main', 'm2', 'card');
  expect(await list()).toEqual({ refs: ['main', 'trunk'], baselines: ['main card', 'trunk button'] });
  expect((await list('&branch=trunk')).baselines).toEqual(['trunk button']);
  expect(await countOfSuite()).toBe(1);
  await rename('main');
  expect(await list()).toEqual({ refs: ['main'], baselines: ['main button', 'main card'] });
  expect(await countOfSuite()).toBe(2);
});
