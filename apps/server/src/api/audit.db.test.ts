import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { accessAsServer } from '../service/access/ProjectAccess.js';
import { readAudit } from '../service/audit/readAudit.js';
import { setCodeHost } from '../service/codeHosts/setCodeHost.js';
import { createKey } from '../service/keys/createKey.js';
import { ensureProject, type ProjectRow } from '../store/projects/projects.js';

let service: TestService;
let project: ProjectRow;
beforeAll(async () => {
  service = await startTestService();
  project = await ensureProject(service.resources.database, 'acme/web');
});
afterAll(() => service.stop());

const newest = async (limit: number) => {
  const entries = await readAudit(service.resources, { projectId: project.id }, { before: null, limit });
  return entries.map(({ action, actor, target, details }) => ({ action, actor, target, details }));
};

test('images that become baselines, or approve themselves, are told with who sent them', async () => {
  const capture = await service.ask<{ id: string }>('POST', '/api/v1/captures', {
    suite: 'default',
    branch: 'main',
    commit: 'c1',
    autoBaseline: true,
    snapshots: [{ name: 'a' }, { name: 'b' }],
  });
  for (const name of ['a', 'b']) {
    await service.upload(
      `/api/v1/snapshots?captureId=${capture.body.id}&name=${name}`,
      image(255),
      'image/png',
    );
  }
  expect(await newest(1)).toEqual([
    {
      action: 'baselines.set',
      actor: 'key:test',
      target: capture.body.id,
      details: { branch: 'main', suite: 'default', count: 2 },
    },
  ]);

  const session = {
    suite: 'default',
    branch: 'main',
    commit: 'c2',
    sessionId: 'ses_auto',
    autoApprove: true,
  };
  const { body } = await service.ask<{ diffId: string }>('POST', '/api/v1/sessions', session);
  const query = 'sessionId=ses_auto&suite=default&branch=main&commit=c2';
  await service.upload(`/api/v1/snapshots?${query}&name=a`, image(100), 'image/png');
  await service.upload(`/api/v1/snapshots?${query}&name=b`, image(255), 'image/png');
  expect((await service.ask('POST', '/api/v1/sessions/ses_auto/complete', {})).status).toBe(200);
  expect(await newest(1)).toEqual([
    {
      action: 'diff.auto-approved',
      actor: 'key:test',
      target: body.diffId,
      details: { snapshots: ['a'], count: 1 },
    },
  ]);
});

test('what is done at the command line of the server is told too, without secrets', async () => {
  const access = accessAsServer(project);
  const webhookSecret = 'whsec_YSBzZWNyZXQgdGhhdCBpcyBsb25nIQ==';
  const { id, secret } = await createKey(service.resources, access, { name: 'cli', scopes: ['read'] });
  await setCodeHost(service.resources, access, {
    kind: 'webhook',
    url: 'https://ci.test/hook',
    secret: webhookSecret,
    checkName: 'svc',
    comment: false,
    approvers: 'write',
  });
  const entries = await newest(2);
  expect(entries).toMatchObject([
    { action: 'code-host.changed', actor: 'server:svc-server' },
    { action: 'key.created', actor: 'server:svc-server', target: id },
  ]);
  expect(JSON.stringify(entries)).not.toContain(secret);
  expect(JSON.stringify(entries)).not.toContain(webhookSecret);
});
