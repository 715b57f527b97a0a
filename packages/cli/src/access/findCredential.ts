import { defaultApiUrl, getCiKey, hasCiIdentity } from '@svc/sdk';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import { userAgent } from '../version.js';
import { readLinkedProject } from './linkedProject.js';
import { readLogin, serverOf } from './storedLogins.js';

/** What a command shows to the service. */
export interface Credential {
  apiUrl: string;
  /** An API key, or the token of a login. */
  apiKey: string;
  kind: 'key' | 'login';
  /** Where it comes from, for messages, such as "the API key from SVC_API_KEY". */
  words: string;
  /** `org/project`; a key needs none. */
  project: string | undefined;
  /** Where the project comes from, such as SVC_PROJECT. */
  projectFrom: string | undefined;
  /** Gives another key when this one has ended. */
  renewKey?: () => Promise<string>;
}

export const apiUrlOf = ({ apiUrl }: Pick<ServiceFlags, 'apiUrl'>, { env }: Pick<Context, 'env'>): string =>
  apiUrl?.trim() || env.SVC_API_URL?.trim() || defaultApiUrl;

/** Logins that are handed on as if they were keys, as `svc run` does. */
const isLogin = (apiKey: string) => apiKey.startsWith('svcl_');

/**
 * The credential that counts: `--api-key`, `SVC_API_KEY`, the identity of the job in CI, the stored login of the
 * server. Null when there is none.
 * @throws CliError API_KEY_MISSING for an empty flag, LOGIN_DAMAGED
 * @throws SvcError when the identity of the job is refused
 */
export async function findCredential(flags: ServiceFlags, context: Context): Promise<Credential | null> {
  const { env, cwd, stderr } = context;
  const apiUrl = apiUrlOf(flags, context);
  const named = env.SVC_PROJECT?.trim() || undefined;
  const configured = context.config?.config.project;
  const project = named ?? configured;
  const projectFrom = named ? 'SVC_PROJECT' : configured && context.config?.file;
  const given = (apiKey: string, source: string): Credential => ({
    apiUrl,
    apiKey,
    kind: isLogin(apiKey) ? 'login' : 'key',
    words: `the ${isLogin(apiKey) ? 'login' : 'API key'} from ${source}`,
    project,
    projectFrom,
  });
  if (flags.apiKey !== undefined) {
    const apiKey = flags.apiKey.trim();
    if (apiKey) return given(apiKey, '--api-key');
    // Most often a variable that is not set: what else would be used instead is not what was meant.
    throw new CliError('API_KEY_MISSING', '--api-key is empty: give it a key, or leave it out');
  }
  const fromEnvironment = env.SVC_API_KEY?.trim();
  if (fromEnvironment) return given(fromEnvironment, 'SVC_API_KEY');
  if (hasCiIdentity(env)) return exchange({ apiUrl, project, projectFrom }, context);

  const login = await readLogin(env, apiUrl, (text) => stderr.write(`svc: ${text}\n`));
  if (!login) return null;
  const linked = named ? null : await readLinkedProject(cwd, apiUrl);
  return {
    apiUrl,
    apiKey: login.token,
    kind: 'login',
    words: `the login of ${login.name} at ${serverOf(apiUrl)}`,
    project: named ?? linked ?? configured,
    projectFrom: linked ? '`svc project set`' : projectFrom,
  };
}

/** A key for the identity token of this job, which nobody had to store. */
async function exchange(
  { apiUrl, project, projectFrom }: Pick<Credential, 'apiUrl' | 'project' | 'projectFrom'>,
  { env, signal, stderr, noteCredential }: Context,
): Promise<Credential> {
  const words = `the identity token of ${env.SVC_ID_TOKEN ? 'SVC_ID_TOKEN' : 'GitHub Actions'}`;
  noteCredential(words);
  const ask = () => getCiKey({ apiUrl, project, env, signal, userAgent });
  const { key: apiKey, branch } = await ask();
  if (branch === null) {
    stderr.write(
      'svc: this run may be for a pull request of others, so what it captures is ephemeral: it becomes no baseline\n',
    );
  }
  return {
    apiUrl,
    apiKey,
    kind: 'key',
    words,
    project,
    projectFrom,
    renewKey: async () => (await ask()).key,
  };
}
