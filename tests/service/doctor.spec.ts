import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataDir, removeDataDir, startServer } from './startServer.js';

const program = fileURLToPath(new URL('../../apps/server/bin/svc-server.js', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await makeDataDir();
});
afterAll(() => removeDataDir(dataDir));

const doctor = (env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, 'doctor'],
      { env: { ...process.env, SVC_DATA_DIR: dataDir, ...env } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    );
  });

/** The line about something, with what it says. */
const line = (output: string, what: string) =>
  output.split('\n').find((one) => new RegExp(`^. ${what} `).test(one)) ?? '';

describe('svc-server doctor', () => {
  test('says what captures have, and takes an image', async () => {
    const { code, output } = await doctor({ SVC_ALLOW_HOSTS: 'staging.example' });
    expect(output).not.toContain('✗');
    expect(code).toBe(0);
    expect(line(output, 'data folder')).toMatch(/^[✓!] .*GiB free \(\d+ %\)/);
    expect(line(output, 'PostgreSQL')).toMatch(/^✓ PostgreSQL\s+\d+.*embedded$/);
    expect(line(output, 'sandbox')).toMatch(/^[✓!] sandbox\s+(on, as|off: )/);
    expect(line(output, 'fonts')).toMatch(/\d+ files$/);
    expect(line(output, 'pages')).toMatch(/4 at the same time/);
    expect(line(output, 'egress')).toMatch(/^✓ .*open: staging\.example$/);
    expect(output).toMatch(/Chrom\S+\/\d+.*fonts [0-9a-f]{8}, flags [0-9a-f]{8}/);
    const file = /test image\s+(\S+)/.exec(output)?.[1] ?? '';
    const { width, height, data } = PNG.sync.read(await readFile(file));
    expect({ width, height }).toEqual({ width: 1280, height: 720 });
    expect(new Set(data).size).toBeGreaterThan(2);
    expect((await readdir(join(dataDir, 'postgres'))).length).toBeGreaterThan(0);
  });

  test('does not need the service to be stopped', async () => {
    const server = await startServer(dataDir);
    try {
      expect((await doctor()).code).toBe(0);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  test.each([
    [
      'a browser that is none',
      { SVC_BROWSER_PATH: '/no/such/browser' },
      'browser',
      /cannot be run[\s\S]*→ name an executable in SVC_BROWSER_PATH/,
    ],
    ['a browser that does not start', { SVC_BROWSER_PATH: '/bin/false' }, 'browser', /→ .*try another/],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgresql://127.0.0.1:1/none' },
      'PostgreSQL',
      /→ check DATABASE_URL/,
    ],
  ])('names %s, says what to do, and ends with 1', async (_, env, what, remedy) => {
    const { code, output } = await doctor(env);
    expect(code).toBe(1);
    expect(line(output, what)).toMatch(/^✗/);
    expect(output).toMatch(remedy);
  });

  test('leaves nothing but the image', async () => {
    expect(await readdir(join(dataDir, 'doctor'))).toEqual(['test-image.png']);
  });
});
