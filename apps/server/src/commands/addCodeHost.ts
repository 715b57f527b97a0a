import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { CommandContext } from './CommandContext.js';
import { readSlug } from './readSlug.js';

/** Options that all kinds of code hosts have. */
interface CheckFlags {
  checkName?: string;
  comment?: true;
  approvers?: string[];
}

/** Hosts whose checks are commit statuses, which a token of the project writes; `url` is null where there is one address. */
const tokenHosts = [
  {
    kind: 'gitlab',
    host: 'GitLab',
    argument: '<path>',
    meaning: 'path of the GitLab project, such as group/app',
    url: 'address of the GitLab server (default: https://gitlab.com)',
  },
  {
    kind: 'gitea',
    host: 'Gitea or Forgejo',
    argument: '<owner/name>',
    meaning: 'repository',
    url: 'address of the Gitea or Forgejo server',
  },
  {
    kind: 'bitbucket',
    host: 'Bitbucket Cloud',
    argument: '<workspace/name>',
    meaning: 'repository',
    url: null,
  },
  {
    kind: 'bitbucket-data-center',
    host: 'Bitbucket Data Center',
    argument: '<PROJECT/name>',
    meaning: 'repository, such as WEB/app or ~ada/app',
    url: 'address of the Bitbucket server',
  },
] as const;

/** `svc-server code-host …` */
export function addCodeHost(program: Command, context: CommandContext): void {
  const group = program.command('code-host').description('where a project shows its check runs');
  const add = (name: string, description: string) =>
    group
      .command(name)
      .description(description)
      .argument('<org/project>', 'project whose check runs are shown', readSlug);
  const connect = async (slug: string, body: object) =>
    (await import('./codeHost.js')).connectCodeHost(context, slug, body);

  add('show', 'Prints where check runs are shown, and which ones could not be shown and why.').action(
    async (slug) => (await import('./codeHost.js')).showCodeHost(context, slug),
  );

  group
    .command('list')
    .description('Prints all connections, and which ones nobody has confirmed.')
    .action(async () => (await import('./codeHost.js')).listCodeHosts(context));

  add('confirm', 'Confirms that a project may set checks on the repository it is connected to.').action(
    async (slug) => (await import('./codeHost.js')).confirmCodeHost(context, slug),
  );

  addCheckFlags(
    add('github', 'Shows check runs on GitHub, through the GitHub App of the deployment.')
      .argument('<owner/name>', 'repository')
      .action((slug, repository, flags: CheckFlags) =>
        connect(slug, { kind: 'github', repository, ...flags }),
      ),
  ).option(
    '--approvers <accounts>',
    'who may approve, comma-separated (default: everyone who may push)',
    list,
  );

  for (const { kind, host, argument, meaning, url } of tokenHosts) {
    const command = addCheckFlags(
      add(kind, `Shows check runs as commit statuses of ${host}. Reads the token from standard input.`)
        .argument(argument, meaning)
        .action(async (slug, repository, flags: CheckFlags & { url?: string }) =>
          connect(slug, { kind, repository, token: await readLine(context), ...flags }),
        ),
    );
    if (url !== null) command.option('--url <address>', url);
  }

  addCheckFlags(
    add(
      'webhook',
      'Sends check runs to an address, signed according to Standard Webhooks. Reads the secret (whsec_…) from standard input.',
    )
      .argument('<address>', 'http(s) address that receives the requests')
      .action(async (slug, url, flags: CheckFlags) =>
        connect(slug, { kind: 'webhook', url, secret: await readLine(context), ...flags }),
      ),
  );

  add('remove', 'Stops showing check runs.').action(async (slug) =>
    (await import('./codeHost.js')).disconnectCodeHost(context, slug),
  );
}

const addCheckFlags = (command: Command): Command =>
  command
    .option(
      '--check-name <name>',
      'name of the check of a commit; suites are "<name> / <suite>" (default: svc)',
    )
    .option('--comment', 'keep a comment on the pull requests of a commit');

const list = (accounts: string): string[] => accounts.split(',').map((account) => account.trim());

const readLine = async ({ input }: CommandContext): Promise<string> => (await text(input)).trim();
