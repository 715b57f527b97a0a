import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createScratch, type Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import type { SvcRun } from './world.js';

let scratch: Promise<Scratch> | undefined;

async function install(): Promise<Scratch> {
  const made = createScratch({ type: 'module' });
  const { code, output } = await made.run('npm', ['install', '--offline', ...['sdk', 'cli'].map(tarballOf)]);
  if (code !== 0) throw new Error(output);
  return made;
}

/** The folder of a project of somebody who has installed the SDK and the command, as they are packed. */
export function installation(): Promise<Scratch> {
  scratch ??= install();
  return scratch;
}

export async function removeInstallation(): Promise<void> {
  await (await scratch)?.remove();
}

/** Runs the installed `svc`, or node, in a folder. */
export async function runInstalled(
  program: 'svc' | 'node',
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<SvcRun> {
  const { folder } = await installation();
  const file = program === 'node' ? process.execPath : join(folder, 'node_modules/.bin/svc');
  const variables = { PATH: process.env.PATH ?? '', HOME: folder, ...env };
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env: variables }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
