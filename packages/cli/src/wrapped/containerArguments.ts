/** Where and how a command runs in a container. */
export interface ContainerRun {
  engine: 'docker' | 'podman';
  image: string;
  /** Directory that the container sees at the same path: the git repository, or the working directory. */
  root: string;
  cwd: string;
  /** Names of environment variables that the container gets; their values never show on a command line. */
  variables: readonly string[];
  /** Files and directories outside of `root` that the container may read. */
  readable: readonly string[];
  /** Of the caller; null where the engine maps users itself. */
  user: { uid: number; gid: number } | null;
  terminal: boolean;
}

/** Prefixes of what CI systems and this service tell a program. */
const prefixes = new RegExp(
  `^(${[
    'SVC_|CI$|CI_|ACTIONS_ID_TOKEN_|GITHOST_|GITHUB_|GITEA_|FORGEJO_|GITLAB_|BITBUCKET_|CIRCLE|BUILDKITE',
    'BUILD_|SYSTEM_|TF_BUILD$|AGENT_JOBNAME$',
    'JENKINS_|BRANCH_NAME$|CHANGE_|GIT_|JOB_NAME$|STAGE_NAME$',
    'SEMAPHORE|TRAVIS|APPVEYOR|DRONE|HEROKU_TEST_RUN_',
  ].join('|')})`,
);

/** The variables that are passed on, by name. */
export const forwardedVariables = (env: Record<string, string | undefined>): string[] =>
  Object.keys(env)
    .filter((name) => env[name] !== undefined && prefixes.test(name))
    .sort();

/** The arguments of docker or podman that run the command. */
export function containerArguments(
  { engine, image, root, cwd, variables, readable, user, terminal }: ContainerRun,
  command: readonly string[],
): string[] {
  const rootlessPodman = engine === 'podman' && user !== null && user.uid !== 0;
  // Files that the command writes belong to who called, not to root.
  const owner = rootlessPodman
    ? ['--userns=keep-id']
    : user && user.uid !== 0
      ? ['--user', `${user.uid}:${user.gid}`]
      : [];
  return [
    'run',
    '--rm',
    '--init',
    '--interactive',
    ...(terminal ? ['--tty'] : []),
    // The service may be on localhost, and a browser needs more shared memory than the 64 MB of a container.
    '--network=host',
    '--ipc=host',
    ...owner,
    '--volume',
    `${root}:${root}`,
    ...readable.flatMap((path) => ['--volume', `${path}:${path}:ro`]),
    '--workdir',
    cwd,
    '--env',
    'HOME=/tmp',
    ...variables.flatMap((name) => ['--env', name]),
    image,
    ...command,
  ];
}
