import type { Command } from 'commander';
import { apiUrlOf } from '../../access/findCredential.js';
import { revokeLogin } from '../../access/revokeLogin.js';
import { readLogin, removeLogin, serverOf } from '../../access/storedLogins.js';
import { CliError } from '../../CliError.js';
import type { Context, Run } from '../../Context.js';
import { describeError } from '../../describeError.js';
import { exitCodes } from '../../exitCodes.js';
import { addApiUrlFlag } from '../../flags.js';

interface LogoutFlags {
  apiUrl?: string;
}

export function addLogout(program: Command, run: Run): void {
  const command = program
    .command('logout')
    .summary('forget the login, and revoke it on the server')
    .description('Removes the login of a server from this machine, and revokes it on the server.');
  addApiUrlFlag(command)
    .addHelpText(
      'after',
      `
Without a connection, the login is still removed here. On the server, it then ends when it expires, or when you sign out
everywhere in the web pages.`,
    )
    .action((flags: LogoutFlags) => run((context) => logout(flags, context)));
}

async function logout(flags: LogoutFlags, context: Context): Promise<number> {
  const { env, stdout, stderr, signal } = context;
  const apiUrl = apiUrlOf(flags, context);
  const server = serverOf(apiUrl);
  const login = await readLogin(env, apiUrl, () => undefined).catch((error: unknown) => {
    // A file that cannot be read has nothing to revoke, but it can go.
    if (error instanceof CliError) return undefined;
    throw error;
  });
  if (login === null) {
    stdout.write(`Nobody was signed in to ${server}\n`);
    return exitCodes.success;
  }
  const failure = login && (await revokeLogin(apiUrl, login.token, signal).catch((error: unknown) => error));
  await removeLogin(env, apiUrl);
  stdout.write(`Signed out of ${server}${login ? `, as ${login.name}` : ''}\n`);
  if (failure) {
    const { message } = describeError(failure, null);
    stderr.write(
      `svc: the login is removed here, but not revoked on the server (${message}). It ends there on ` +
        `${login.expiresAt.slice(0, 10)}, or when you sign out everywhere in the web pages\n`,
    );
  }
  return exitCodes.success;
}
