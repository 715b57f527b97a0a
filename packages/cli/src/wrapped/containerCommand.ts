import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { containerArguments, forwardedVariables } from './containerArguments.js';

/** What `docker/browsers/Dockerfile` of the repository builds. */
export const defaultImage = 'svc-browsers';

type Engine = 'docker' | 'podman';

/** What a program says when it fails, an empty text if nothing; null when it succeeds. */
function failureOf(program: string, ...args: string[]): string | null {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
    return null;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    return said.trim().split('\n')[0] ?? '';
  }
}

const howToStart: Record<Engine, string> = {
  docker: 'start Docker Desktop, or the service with `sudo systemctl start docker`',
  podman: 'start its machine with `podman machine start`, or see what `podman info` says',
};

/** An engine that is installed and answers: the named one, else the first. */
function findEngine(wanted: string | undefined): Engine {
  const engines = ['docker', 'podman'] as const;
  const named = engines.find((engine) => engine === wanted);
  if (wanted && !named) {
    throw new CliError('USAGE', `SVC_CONTAINER_ENGINE must be docker or podman, not "${wanted}"`);
  }
  const installed = (named ? [named] : engines).filter((engine) => failureOf(engine, '--version') === null);
  const silent: string[] = [];
  for (const engine of installed) {
    const failure = failureOf(engine, 'ps', '--quiet');
    if (failure === null) return engine;
    const said = failure ? ` ("${failure}")` : '';
    silent.push(`${engine} is installed, but does not answer${said}: ${howToStart[engine]}`);
  }
  if (silent.length > 0) {
    throw new CliError('CONTAINER_ENGINE_DOWN', `${silent.join('; ')}; or run without --container`);
  }
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
 * @param place.terminal whether the command may have this terminal
 * @throws CliError NO_CONTAINER_ENGINE, CONTAINER_ENGINE_DOWN, IMAGE_NOT_FOUND, USAGE
 */
export function containerCommand(
  command: readonly string[],
  image: string | true,
  { cwd: given, env, terminal = true }: { cwd: string; env: Context['env']; terminal?: boolean },
): string[] {
  const cwd = realpathSync(given);
  const engine = findEngine(env.SVC_CONTAINER_ENGINE);
  const name = image === true ? defaultImage : image;
  if (image === true && failureOf(engine, 'image', 'inspect', name) !== null) {
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
      terminal: Boolean(terminal && process.stdin.isTTY && process.stdout.isTTY),
    },
    command,
  );
  return [engine, ...args];
}
