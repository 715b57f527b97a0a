import type { Command } from 'commander';
import { apiUrlOf } from '../../access/findCredential.js';
import { hasBrowser } from '../../access/openBrowser.js';
import { revokeLogin } from '../../access/revokeLogin.js';
import { signIn } from '../../access/signIn.js';
import { loginFile, readLogin, saveLogin, serverOf } from '../../access/storedLogins.js';
import type { Context, Run } from '../../Context.js';
import { exitCodes } from '../../exitCodes.js';
import { addApiUrlFlag } from '../../flags.js';

interface LoginFlags {
  apiUrl?: string;
  device?: true;
}

export function addLogin(program: Command, run: Run): void {
  const command = program
    .command('login')
    .summary('sign in with a browser, instead of an API key')
    .description(
      'Signs you in: opens a browser, where you allow the login of this machine. Without a browser, or with --device, it ' +
        'prints an address and a code that you can use in a browser on any device.',
    );
  addApiUrlFlag(command)
    .option('--device', 'do not open a browser; allow the login in a browser on any device')
    .addHelpText(
      'after',
      `
The login is valid for 90 days, for this server only, and has your permissions. It is kept in a file that only you can read,
in the folder of your settings (~/.config/svc on Linux). An API key (--api-key or SVC_API_KEY) overrides it.
Then link each repository to its project, once: svc project set <org>/<project>.

Examples:
  $ svc login
  $ svc login --api-url https://svc.example.com
  $ svc login --device`,
    )
    .action((flags: LoginFlags) => run((context) => login(flags, context)));
}

async function login(flags: LoginFlags, context: Context): Promise<number> {
  const { env, stdout, note } = context;
  const apiUrl = apiUrlOf(flags, context);
  note('the login was not finished, and nothing was stored');
  const finished = await signIn(apiUrl, { device: flags.device ?? !hasBrowser(env) }, context);
  const { token, name, expiresInDays } = finished;
  const earlier = await readLogin(env, apiUrl, () => undefined).catch(() => null);
  const expiresAt = new Date(Date.now() + expiresInDays * 86_400_000).toISOString();
  await saveLogin(env, { server: serverOf(apiUrl), name, token, expiresAt });
  // It is of no use to anybody any more; when it cannot be revoked now, it expires on its own.
  if (earlier) await revokeLogin(apiUrl, earlier.token, context.signal).catch(() => undefined);
  stdout.write(
    `Signed in to ${serverOf(apiUrl)} as ${name}, for ${expiresInDays} days (kept in ${loginFile(env, apiUrl)})\n`,
  );
  return exitCodes.success;
}
