import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const built = fileURLToPath(new URL('../../dist/wrapped/spawnCommand.js', import.meta.url));

test('on Windows a script such as npx is started by the shell, and its arguments stay what they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-spawn-'));
  try {
    writeFileSync(join(folder, 'npx.cmd'), '');
    const shell = join(folder, 'cmd.exe');
    writeFileSync(shell, '#!/bin/sh\necho "$@"\nexit 3\n');
    chmodSync(shell, 0o755);
    const script = `
      Object.defineProperty(process, 'platform', { value: 'win32' });
      const { spawnCommand } = await import(${JSON.stringify(built)});
      const line = ['npx', 'playwright', 'test', 'a & b'];
      process.exitCode = await spawnCommand(line, { cwd: process.cwd(), env: process.env });`;
    const env = { PATH: `${folder};${dirname(process.execPath)}`, PATHEXT: '.EXE;.CMD', comspec: shell };
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: folder,
      env,
    });
    const { code, stdout } = await run.catch((error) => error);
    expect(code).toBe(3);
    expect(stdout).toContain('/d /s /c "npx ^"playwright^" ^"test^" ^"a^ ^&^ b^""');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
