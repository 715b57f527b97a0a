import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { containerArguments, forwardedVariables } from './containerArguments.js';

/** What `docker/browsers/Dockerfile` of the repository builds. */
export const defaultImage = 'svc-browsers';

const runs = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

function findEngine(wanted: string | undefined): 'docker' | 'podman' {
  const engines = ['docker', 'podman'] as const;
  const named = engines.find((engine) => engine === wanted);
  if (wanted && !named) {
    throw new CliError('USAGE', `SVC_CONTAINER_ENGINE must be docker or podman, not "${wanted}"`);
  }
  const found = (named ? [named] : engines).find((engine) => runs(engine, '--version'));
  if (found) return found;
  throw new CliError(
    'NO_CONTAINER_ENGINE',
    named
      ? `${named} is not installed, which SVC_CONTAINER_ENGINE asks for`
      : '--container needs docker or podman: install one of them, or run without --container',
  );
}

function repositoryOf(cwd: string): string {
  try {
    const top = execFileSync('git', ['rev-parse', '--show-toplevel'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return top.trim() || cwd;
  } catch {
    return cwd;
  }
}

const isInside = (path: string, folder: string) => !relative(folder, path).startsWith('..');

/**
 * The command line that runs a command in a container, in the same directory and with the same variables of CI.
 * @param image an image of the user's own; true for {@link defaultImage}
 * @throws CliError NO_CONTAINER_ENGINE, IMAGE_NOT_FOUND, USAGE
 */
export function containerCommand(
  command: readonly string[],
  image: string | true,
  { cwd: given, env }: { cwd: string; env: Context['env'] },
): string[] {
  const cwd = realpathSync(given);
  const engine = findEngine(env.SVC_CONTAINER_ENGINE);
  const name = image === true ? defaultImage : image;
  if (image === true && !runs(engine, 'image', 'inspect', name)) {
    throw new CliError(
      'IMAGE_NOT_FOUND',
      `the image "${name}" is not here: build it with \`${engine} build -t ${name} docker/browsers\` from the ` +
        'repository of svc, or name an image of your own: --container <image>',
    );
  }
  const root = repositoryOf(cwd);
  const payload = env.GITHOST_EVENT_PATH || env.GITHUB_EVENT_PATH;
  const args = containerArguments(
    {
      engine,
      image: name,
      root: isInside(cwd, root) ? root : cwd,
      cwd,
      variables: forwardedVariables(env),
      readable: payload && existsSync(payload) && !isInside(payload, root) ? [payload] : [],
      user: process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : null,
      terminal: Boolean(process.stdin.isTTY && process.stdout.isTTY),
    },
    command,
  );
  return [engine, ...args];
}
