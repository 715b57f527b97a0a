import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, runNpm, step } from './runProgram.mjs';

/** Installs the dependencies in the lock file unless exactly those are installed. */
export async function install() {
  if (isInstalled()) return;
  await step('Installing dependencies', () =>
    runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true }),
  );
}

/** npm notes in `node_modules/.package-lock.json` what it installed, at the very end. */
function isInstalled() {
  let installed;
  try {
    installed = readJson('node_modules/.package-lock.json').packages;
  } catch {
    return false;
  }
  return Object.entries(readJson('package-lock.json').packages).every(([folder, wanted]) => {
    if (!folder.includes('node_modules/')) return true;
    const found = installed[folder];
    // What is optional can be for other systems.
    return found ? found.version === wanted.version : wanted.optional || wanted.devOptional;
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8'));
}
