import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { projectSlug, setCodeHostBody } from '@svc/schema';
import { serverCaller } from './service/access/serverCaller.js';
import { readCheckRuns } from './service/codeHosts/readCheckRuns.js';
import { readCodeHost } from './service/codeHosts/readCodeHost.js';
import { removeCodeHost } from './service/codeHosts/removeCodeHost.js';
import { setCodeHost } from './service/codeHosts/setCodeHost.js';
import type { Resources } from './service/Resources.js';
import { ConfigError } from './settings/ConfigError.js';
import { findProject } from './store/projects/projects.js';

const usage = `svc-server code-host: where a project shows its check runs

Usage
  svc-server code-host show <org/project>                     also what the host does not show, and why
  svc-server code-host github <org/project> <owner/name>      through the GitHub App of the deployment
  svc-server code-host gitlab <org/project> <path> < token    commit statuses; the token is read from standard input
      --url <address>         of the GitLab (default: https://gitlab.com)
  svc-server code-host webhook <org/project> <address> < secret
                                                              signed requests; the secret is read from standard input
  svc-server code-host remove <org/project>

Options of github, gitlab and webhook
  --check-name <name>     name of the check of a commit (default: svc); suites are "<name> / <suite>"
  --comment               keep a comment on the pull requests of a commit
  --approvers <accounts>  who may approve on GitHub, comma-separated (default: everyone who may push)
`;

/**
 * Runs `svc-server code-host`.
 * @param withParts gives what use cases need, for as long as they run
 * @returns what to print
 * @throws ConfigError saying what is wrong with the arguments
 */
export async function codeHostCommand(
  args: string[],
  withParts: <T>(use: (parts: Pick<Resources, 'database' | 'vault'>) => Promise<T>) => Promise<T>,
  input: NodeJS.ReadableStream = process.stdin,
): Promise<string> {
  const { values, positionals } = read(args);
  const [command = 'help', slug, place] = positionals;
  if (command === 'help') return usage;
  if (!['show', 'remove', 'github', 'gitlab', 'webhook'].includes(command)) {
    throw new ConfigError(`There is no command "code-host ${command}".\n\n${usage}`);
  }
  if (!projectSlug.safeParse(slug).success) {
    throw new ConfigError(`Say for which project: svc-server code-host ${command} <org/project>`);
  }
  const isSet = command !== 'show' && command !== 'remove';
  const secret = command === 'gitlab' || command === 'webhook' ? (await text(input)).trim() : undefined;
  const body = isSet ? parse(command, place, secret, values) : null;
  return withParts(async (parts) => {
    const project = await findProject(parts.database, slug ?? '');
    if (!project) throw new ConfigError(`There is no project ${slug}`);
    const caller = serverCaller(project);
    if (body) await setCodeHost(parts, caller, body);
    if (command === 'remove') await removeCodeHost(parts, caller);
    const { codeHost } = await readCodeHost(parts, { project });
    if (!codeHost) return `${slug} shows no check runs`;
    const { checkRuns } = await readCheckRuns(parts, { project }, { limit: 100 });
    const failed = checkRuns.filter((run) => run.error !== null);
    const lines = failed.map(
      ({ id, commit, suite, error }) => `${id}  ${commit}  ${suite ?? '(commit)'}: ${error}`,
    );
    return [
      JSON.stringify(codeHost, null, 2),
      ...(lines.length > 0 ? ['', 'Not shown:', ...lines] : []),
    ].join('\n');
  });
}

function read(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        'check-name': { type: 'string' },
        comment: { type: 'boolean', default: false },
        approvers: { type: 'string' },
      },
    });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function parse(
  kind: string,
  place: string | undefined,
  secret: string | undefined,
  values: ReturnType<typeof read>['values'],
) {
  const parsed = setCodeHostBody.safeParse({
    kind,
    ...(kind === 'webhook' ? { url: place, secret } : { repository: place, url: values.url, token: secret }),
    checkName: values['check-name'],
    comment: values.comment,
    approvers: values.approvers?.split(',').map((login) => login.trim()),
  });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(lines.join('\n'));
}
