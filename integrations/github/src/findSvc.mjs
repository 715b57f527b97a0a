import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const inPackage = 'node_modules/@svc/cli/bundle/svc.cjs';

/** The nearest installation, from a folder upwards. */
function findInstalled(folder) {
  for (let place = folder; ; place = path.dirname(place)) {
    const program = path.join(place, inPackage);
    if (existsSync(program)) return program;
    if (path.dirname(place) === place) return null;
  }
}

/** @returns {Promise<string>} the version of the service */
async function askVersion(apiUrl) {
  const answer = await fetch(`${apiUrl}/api/v1/version`, { signal: AbortSignal.timeout(30_000) }).catch(
    (error) => {
      throw new Error(
        `${apiUrl} cannot be reached (${error.cause?.code ?? error.message}). Check the input api-url.`,
      );
    },
  );
  const { version } = answer.ok ? await answer.json() : {};
  if (typeof version === 'string') return version;
  throw new Error(`${apiUrl} does not answer as svc does (${answer.status}). Check the input api-url.`);
}

function install(url, folder) {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', '--no-save'];
  return new Promise((resolve, reject) => {
    const options = { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' };
    const child = spawn(npm, [...flags, url], options);
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm could not install ${url} (exit code ${code}).`)),
    );
  });
}

/**
 * The program to run: the one that is named, the one that the repository has installed, else the one that the service serves,
 * which has the version of the service.
 *
 * @param {{svc: string, apiUrl: string}} inputs
 * @param {string} folder where the step runs
 * @param {string} temporary a folder for the installation
 * @returns {Promise<string>}
 */
export async function findSvc({ svc, apiUrl }, folder, temporary) {
  if (svc) {
    const program = path.resolve(folder, svc);
    if (existsSync(program)) return program;
    throw new Error(`There is no ${program}: check the input svc, or leave it out.`);
  }
  const installed = findInstalled(folder);
  if (installed) return installed;
  const version = await askVersion(apiUrl);
  await install(`${apiUrl}/install/cli-${version}.tgz`, temporary);
  return path.join(temporary, inPackage);
}
