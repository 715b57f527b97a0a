import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
const generated = path.join(folder, 'generated');
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const run = promisify(execFile);
const node = async (...words: string[]) => (await run(process.execPath, words, { cwd: folder })).stdout;

let service: TestService;
let address: string;
beforeAll(async () => {
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated);
  service = await startTestService();
  address = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await service.stop();
  await rm(generated, { recursive: true, force: true });
});

it('a client generated from the description uploads a snapshot and reads it back', async () => {
  expect(await node(compiler, '--version')).toContain('5.9.');
  await node('generate.mjs', `${address}/docs/api/json`, path.join(generated, 'api.d.mts'));
  expect(await readFile(path.join(generated, 'api.d.mts'), 'utf8')).toContain('uploadSnapshot: {');
  await node(compiler, '-p', folder);
  const answer = await node('generated/uploadSnapshot.mjs', address, service.apiKey);
  expect(JSON.parse(answer)).toEqual({
    status: 'completed',
    read: [
      { name: 'raw', isSame: true },
      { name: 'form', isSame: true },
    ],
    missing: 'CAPTURE_NOT_FOUND',
  });
});
