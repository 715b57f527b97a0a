import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A project outside of the repository, as somebody else has one. */
export interface Scratch {
  folder: string;
  write(name: string, text: string): void;
  /** Runs a program there, without what npm tells the processes of this repository. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  remove(): void;
}

export interface Ended {
  code: number | null;
  /** Both streams. */
  output: string;
}

/** The program of pnpm that this repository has. */
export const pnpm = fileURLToPath(new URL('../../node_modules/pnpm/bin/pnpm.cjs', import.meta.url));

export function createScratch(description: object = {}): Scratch {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'svc-scratch-')));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('package.json', JSON.stringify({ name: 'scratch', private: true, ...description }));
  const ownEnv = {
    PATH: process.env.PATH,
    // A cache of its own: what is installed has to come from the service.
    HOME: join(folder, '.home'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  return {
    folder,
    write,
    run: (program, args, env = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, { cwd: folder, env: { ...ownEnv, ...env }, stdio: 'pipe' });
        let output = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
        child.stdin.end();
        child.on('error', reject);
        child.on('close', (code) => resolve({ code, output }));
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
