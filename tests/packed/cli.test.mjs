import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { white } from './images.mjs';
import { startStubService } from './stubService.mjs';

const program = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('@svc/cli/package.json'))),
  'bundle/svc.cjs',
);

function svc(parameters, env = {}) {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, ...env } };
    execFile(process.execPath, [program, ...parameters], options, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('svc --help lists the commands', async () => {
  const { status, stdout } = await svc(['--help']);
  assert.equal(status, 0);
  assert.match(stdout, /stories-a/);
});

test('svc upload sends the images of a folder and reports the comparison', async () => {
  const diff = {
    id: 'dif_1',
    suite: 'pages',
    status: 'completed',
    headCaptureId: 'cap_1',
    reviewUrl: 'http://service/acme/web/diffs/dif_1',
    conclusion: 'success',
    counts: {
      changed: 0,
      new: 0,
      removed: 0,
      unchanged: 1,
      skipped: 0,
      failed: 0,
      pending: 0,
      approved: 0,
      rejected: 0,
    },
    results: [],
    failures: [],
  };
  const capture = {
    id: 'cap_1',
    suite: 'pages',
    status: 'completed',
    totalSnapshots: 1,
    completedSnapshots: 1,
    failedSnapshots: 0,
    snapshots: [],
    failures: [],
  };
  const service = await startStubService({
    'POST /api/v1/images/known': () => ({ body: { known: [] } }),
    'POST /api/v1/captures': () => ({ body: { ...capture, status: 'pending', completedSnapshots: 0 } }),
    'POST /api/v1/snapshots': () => ({ body: { name: 'Home' } }),
    'POST /api/v1/captures/cap_1/complete': () => ({ body: capture }),
    'GET /api/v1/captures/cap_1': () => ({ body: capture }),
    'POST /api/v1/diffs': () => ({ body: { ...diff, status: 'processing' } }),
    'GET /api/v1/diffs/dif_1': () => ({ body: diff }),
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-packed-'));
  try {
    writeFileSync(path.join(folder, 'Home.png'), white);
    const { status, stdout, stderr } = await svc(
      ['upload', folder, '--suite', 'pages', '--branch', 'main', '--commit', 'c0ffee'],
      { SVC_API_URL: service.url, SVC_API_KEY: 'svc_key', HOME: folder },
    );
    assert.equal(status, 0, `${stderr}\n${service.requests.join('\n')}`);
    assert.match(stdout, /1 unchanged/);
    assert.ok(service.requests.includes('POST /api/v1/snapshots'));
  } finally {
    rmSync(folder, { recursive: true });
    await service.close();
  }
});
