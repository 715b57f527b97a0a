import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildClients } from './clients.mjs';
import { hashFiles } from './hashFiles.mjs';
import { root, runNpm, runPackage, step } from './runProgram.mjs';

const webInputs = ['apps/web', 'packages/cli/package.json', 'packages/schema/src', 'package-lock.json'];
/** Pages of the documentation, and what the site says of the version. */
const docsInputs = [
  ...['apps/docs', 'docs', 'CONTRIBUTING.md', 'SECURITY.md', 'apps/server/package.json', 'package-lock.json'],
  ...readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/README.md`),
].filter((name) => existsSync(path.join(root, name)));
const docsStamp = path.join(root, 'apps/docs/dist/.inputs');
const webStamp = path.join(root, 'apps/web/dist/.inputs');

/** Builds the packages, the clients as they are served, the pages and the documentation; what did not change is not built again. */
export async function build() {
  await step('Building the packages (tsc -b)', buildTypeScript);
  await buildClients();
  await buildWeb();
  await buildDocs();
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

/** Fails where a link of the documentation leads nowhere. */
export async function buildDocs() {
  const inputs = hashFiles(docsInputs);
  if (existsSync(docsStamp) && readFileSync(docsStamp, 'utf8') === inputs) return;
  await step('Building the documentation (astro build)', () =>
    runNpm(['run', 'build', '--workspace', 'apps/docs'], { quiet: true }),
  );
  writeFileSync(docsStamp, inputs);
}
