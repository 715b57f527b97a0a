import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { afterAll, expect, test } from 'vitest';

const entry = fileURLToPath(new URL('../entry/svc.cjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'svc-entry-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a package whose program prints `started`, which needs this Node. */
function start(engine: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const place = join(folder, engine.slice(2));
  mkdirSync(join(place, 'bundle'), { recursive: true });
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module', engines: { node: engine } }));
  cpSync(join(entry, '..'), join(place, 'bundle'), { recursive: true });
  writeFileSync(join(place, 'bundle/svc.js'), 'console.log(`started`); await 0; process.exitCode = 7;');
  return new Promise((resolve) => {
    execFile(process.execPath, [join(place, 'bundle/svc.cjs')], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('a Node that is new enough starts the program', async () => {
  const { node } = process.versions;
  for (const engine of ['>=20.19', `>=${node.split('.').slice(0, 2).join('.')}`]) {
    expect(await start(engine)).toEqual({ code: 7, stdout: 'started\n', stderr: '' });
  }
});

test('an older Node is told which is needed, in one line', async () => {
  const [major = '', minor = ''] = process.versions.node.split('.');
  for (const needed of [`${Number(major) + 1}.0`, `${major}.${Number(minor) + 1}`]) {
    expect(await start(`>=${needed}`)).toEqual({
      code: 2,
      stdout: '',
      stderr: `svc: this is Node ${process.versions.node} (${process.execPath}), but svc needs ${needed} or newer: install it from https://nodejs.org\n`,
    });
  }
});

test('the file that looks at the version is one that any Node can parse', () => {
  const source = readFileSync(entry, 'utf8');
  expect(() => parse(source, { ecmaVersion: 5, allowHashBang: true })).not.toThrow();
});
