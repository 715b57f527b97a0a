import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { canInstallPackages, installPackages } from '../setup/installPackages.mjs';
import { Explained, root, runProgram, step } from '../setup/runProgram.mjs';

const folder = path.join(root, '.cache/podman-compose');
const unpacked = ['python3', path.join(folder, 'usr/lib/python3/dist-packages/podman_compose.py')];
/** The oldest podman-compose that starts several containers of a service with a health check, and knows profiles. */
const oldest = [1, 1];

/**
 * Docker Compose for docker. For podman, podman-compose: the one on the PATH, or, where that is missing or too old, the one of the
 * Debian that an image has, which is unpacked and not installed.
 *
 * @param {string} [debianImage] with apt-get
 * @returns {Promise<string[]>} the program and its first parameters
 */
export async function findCompose(engine, debianImage) {
  if (engine.name === 'docker') return ['docker', 'compose'];
  for (const program of [['podman-compose'], unpacked]) if (isNewEnough(program)) return program;
  if (debianImage && canInstallPackages()) {
    await installPackages('libraries of podman-compose', ['python3-yaml', 'python3-dotenv']);
    await step('Unpacking a newer Debian’s podman-compose', () => unpack(engine, debianImage));
    if (isNewEnough(unpacked)) return unpacked;
  }
  throw new Explained(`Install podman-compose ${oldest.join('.')} or newer: there is none on the PATH.`);
}

function isNewEnough([program, ...parameters]) {
  const { stdout } = spawnSync(program, [...parameters, '--version'], { encoding: 'utf8' });
  const [, major, minor] = /podman-compose\D*(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
}

async function unpack(engine, image) {
  mkdirSync(folder, { recursive: true });
  const download = 'cd /out && apt-get -qq update && apt-get -qq download podman-compose';
  const volume = `--volume=${folder}:/out`;
  engine.print(['run', '--rm', '--network=host', volume, image, 'sh', '-c', download]);
  const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
  if (!archive) throw new Explained(`No package came into ${folder}.`);
  await runProgram('dpkg-deb', ['-x', archive, '.'], { cwd: folder, quiet: true });
}
