import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Explained, root, runPackage, runProgram, step } from './runProgram.mjs';

const playwrightPatience = 5 * 60_000;
const aptPatience = 10 * 60_000;

/**
 * Makes sure of a Chromium: one that the service finds, else one from Playwright or from Debian. Needs the
 * packages built, since the service's own search decides.
 *
 * @returns {Promise<string>} its path
 */
export async function findOrInstallBrowser() {
  const found = await find();
  if (found) return found;
  if (process.env.SVC_BROWSER_PATH) {
    throw new Explained(
      `SVC_BROWSER_PATH is ${process.env.SVC_BROWSER_PATH}, which is not a program that can be run.`,
    );
  }
  const failures = [];
  for (const attempt of [installWithPlaywright, installWithApt]) {
    try {
      await attempt();
    } catch (error) {
      failures.push(error.message);
    }
    const installed = await find();
    if (installed) return installed;
  }
  throw new Explained(
    [
      'There is no Chromium, and none could be installed. Run one of these, or name one in SVC_BROWSER_PATH:',
      '  npx playwright-core install --with-deps chromium-headless-shell',
      '  sudo apt-get update && sudo apt-get install -y chromium-headless-shell fonts-liberation',
      '  brew install --cask chromium',
      '',
      'What was tried:',
      ...failures,
    ].join('\n'),
  );
}

/** The service's own search. */
async function find() {
  const module = pathToFileURL(path.join(root, 'apps/server/dist/capture/findBrowser.js')).href;
  const { findBrowser } = await import(module);
  return findBrowser(process.env);
}

async function installWithPlaywright() {
  await step('Installing a Chromium with Playwright', () =>
    runPackage('playwright-core/cli.js', ['install', 'chromium-headless-shell'], {
      quiet: true,
      timeout: playwrightPatience,
    }),
  );
  const shell = await find();
  // On a bare system the program is there, but not the libraries that it needs.
  if (shell) await runProgram(shell, ['--version'], { quiet: true });
}

async function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Explained('apt-get: it takes root and a Debian system');
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...parameters) =>
    runProgram('apt-get', parameters, { env, quiet: true, timeout: aptPatience });
  await step('Installing Debian’s Chromium', async () => {
    await apt('update');
    const flags = ['install', '-y', '--no-install-recommends'];
    await apt(...flags, 'chromium-headless-shell', 'fonts-liberation').catch(() =>
      apt(...flags, 'chromium', 'fonts-liberation'),
    );
  });
}
