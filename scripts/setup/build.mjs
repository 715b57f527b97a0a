import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, runNpm, runPackage, step } from './runProgram.mjs';

const webInputs = ['apps/web', 'packages/schema/src', 'package-lock.json'];
const webOutputs = new Set(['dist', 'dist-types', 'node_modules', 'tsconfig.tsbuildinfo']);
const webStamp = path.join(root, 'apps/web/dist/.inputs');

/** Builds the packages and the pages; what did not change is not built again. */
export async function build() {
  await step('Building the packages (tsc -b)', buildTypeScript);
  await buildWeb();
}

export function buildTypeScript() {
  return runPackage('typescript/bin/tsc', ['-b']);
}

export async function buildWeb() {
  const inputs = hash(webInputs.map((name) => path.join(root, name)));
  if (existsSync(webStamp) && readFileSync(webStamp, 'utf8') === inputs) return;
  await step('Building the pages (vite build)', () =>
    runNpm(['run', 'build', '--workspace', 'apps/web'], { quiet: true }),
  );
  writeFileSync(webStamp, inputs);
}

function hash(files) {
  const digest = createHash('sha256');
  const visit = (file) => {
    if (!statSync(file).isDirectory()) {
      digest.update(file).update(readFileSync(file));
      return;
    }
    for (const name of readdirSync(file).sort()) {
      if (!webOutputs.has(name)) visit(path.join(file, name));
    }
  };
  for (const file of files) visit(file);
  return digest.digest('hex');
}
