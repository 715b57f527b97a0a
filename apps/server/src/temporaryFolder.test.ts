import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimTemporaryFolder, removeTemporaryFolder } from './temporaryFolder.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-temporary-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

test('a folder that others may pass through but not list', () => {
  const folder = claimTemporaryFolder(parent);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  removeTemporaryFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test('removes what a killed process left, and nothing of the living or of others', async () => {
  const mine = claimTemporaryFolder(parent);
  const module = new URL('../dist/temporaryFolder.js', import.meta.url).href;
  const killed = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { claimTemporaryFolder } from ${JSON.stringify(module)};
       import { mkdirSync, writeFileSync } from 'node:fs';
       const folder = claimTemporaryFolder(${JSON.stringify(parent)});
       mkdirSync(folder + '/profile');
       writeFileSync(folder + '/profile/file', 'left behind');
       console.log(folder);
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(killed.stdout, 'data');
  const left = String(line).trim();
  const unfinished = join(parent, 'svc-tmp-unfinished');
  const foreign = join(parent, 'somebody-else');
  for (const folder of [unfinished, foreign]) mkdirSync(folder);
  writeFileSync(join(foreign, 'owner.json'), JSON.stringify({ pid: 1, started: 'never' }));

  const whileAlive = claimTemporaryFolder(parent);
  expect(existsSync(left)).toBe(true);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const afterDeath = claimTemporaryFolder(parent);
  expect(existsSync(left)).toBe(false);
  const kept = [mine, whileAlive, afterDeath, unfinished, foreign].filter((folder) => existsSync(folder));
  expect(kept.map((folder) => basename(folder))).toHaveLength(5);
});
