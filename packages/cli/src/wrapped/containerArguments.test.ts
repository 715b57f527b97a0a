import { expect, test } from 'vitest';
import { type ContainerRun, containerArguments, forwardedVariables } from './containerArguments.js';

const run: ContainerRun = {
  engine: 'docker',
  image: 'svc-browsers',
  root: '/home/ada/shop',
  cwd: '/home/ada/shop/web',
  variables: ['CI', 'SVC_API_KEY'],
  readable: [],
  user: { uid: 1000, gid: 100 },
  terminal: false,
};
const pairs = (args: string[], flag: string) =>
  args.flatMap((arg, index) => (arg === flag ? [args[index + 1]] : []));

test('the repository is mounted where it is, and the command runs in its directory', () => {
  const args = containerArguments(run, ['npm', 'test', '--', '--ui']);
  expect(args.slice(0, 2)).toEqual(['run', '--rm']);
  expect(pairs(args, '--volume')).toEqual(['/home/ada/shop:/home/ada/shop']);
  expect(pairs(args, '--workdir')).toEqual(['/home/ada/shop/web']);
  expect(args.slice(args.indexOf('svc-browsers'))).toEqual(['svc-browsers', 'npm', 'test', '--', '--ui']);
});

test('variables are named, so that no secret shows in a list of processes', () => {
  expect(pairs(containerArguments(run, ['true']), '--env')).toEqual(['HOME=/tmp', 'CI', 'SVC_API_KEY']);
});

test('what is outside of the repository can be read only', () => {
  const args = containerArguments({ ...run, readable: ['/tmp/event.json'] }, ['true']);
  expect(pairs(args, '--volume')).toContain('/tmp/event.json:/tmp/event.json:ro');
});

test('files belong to who called: by user for docker, by name space for rootless podman, as they are for root', () => {
  const userOf = (given: Partial<ContainerRun>) => {
    const args = containerArguments({ ...run, ...given }, ['true']);
    return [...pairs(args, '--user'), ...args.filter((arg) => arg.startsWith('--userns'))];
  };
  expect(userOf({})).toEqual(['1000:100']);
  expect(userOf({ engine: 'podman' })).toEqual(['--userns=keep-id']);
  expect(userOf({ user: { uid: 0, gid: 0 } })).toEqual([]);
  expect(userOf({ user: null })).toEqual([]);
});

test('a terminal is passed on only where there is one', () => {
  expect(containerArguments(run, ['true'])).not.toContain('--tty');
  expect(containerArguments({ ...run, terminal: true }, ['true'])).toContain('--tty');
});

test('what CI says of itself is forwarded, and nothing else', () => {
  const env = {
    SVC_SESSION_ID: 'ses_1',
    CI: 'true',
    CI_COMMIT_SHA: 'abc',
    GITHUB_SHA: 'abc',
    GITHOST_REF: 'refs/heads/main',
    CIRCLE_BRANCH: 'main',
    HOME: '/home/ada',
    PATH: '/usr/bin',
    AWS_SECRET_ACCESS_KEY: 'secret',
    CIPHER: 'x',
    SVC_UNSET: undefined,
  };
  expect(forwardedVariables(env)).toEqual([
    'CI',
    'CIRCLE_BRANCH',
    'CI_COMMIT_SHA',
    'GITHOST_REF',
    'GITHUB_SHA',
    'SVC_SESSION_ID',
  ]);
});
