import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../setup/runProgram.mjs';

/**
 * Builds the container image as `deploy/Dockerfile` says. Settings of npm (`~/.npmrc`) and certificates (`NODE_EXTRA_CA_CERTS`) go
 * along as build secrets.
 *
 * @param {{tag: string, base?: string}} options `base` instead of the image of Node that the file names
 */
export function buildImage(engine, { tag, base }) {
  const secrets = [
    ['npmrc', path.join(os.homedir(), '.npmrc')],
    ['ca', process.env.NODE_EXTRA_CA_CERTS],
  ].filter(([, file]) => file && existsSync(file));
  return engine.run([
    'build',
    '--network=host',
    '--tag',
    tag,
    // What Debian has now, since its archive of past moments is not within everybody's reach.
    ...(base ? ['--build-arg', `NODE_IMAGE=${base}`, '--build-arg', 'SNAPSHOT='] : []),
    ...secrets.flatMap(([id, file]) => ['--secret', `id=${id},src=${file}`]),
    '--file',
    path.join(root, 'deploy/Dockerfile'),
    root,
  ]);
}
