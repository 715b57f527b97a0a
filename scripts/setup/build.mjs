import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildClients } from './clients.mjs';
import { hashFiles } from './hashFiles.mjs';
import { root, runNpm, runPackage, step } from './runProgram.mjs';

const webInputs = ['apps/web', 'packages/cli/package.json', 'packages/schema/src', 'package-lock.json'];
const webStamp = path.join(root, 'apps/web/dist/.inputs');

/** Builds the packages, the clients as they are served, and the pages; what did not change is not built again. */
export async function build() {
  await step('Building the packages (tsc -b)', buildTypeScript);
  await buildClients();
  await buildWeb();
}

export function buildTypeScript() {
  return runPackage('typescript/bin/tsc', ['-b']);
}

export async function buildWeb() {
  const inputs = hashFiles(webInputs);
  if (existsSync(webStamp) && readFileSync(webStamp, 'utf8') === inputs) return;
  await step('Building the pages (vite build)', () =>
    runNpm(['run', 'build', '--workspace', 'apps/web'], { quiet: true }),
  );
  writeFileSync(webStamp, inputs);
}
