import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import { apiUrlOf, type Credential, findCredential } from './findCredential.js';
import { listServers, serverOf } from './storedLogins.js';

/** The service, and what opens it. */
export interface ServiceAccess extends Pick<Credential, 'apiUrl' | 'apiKey' | 'project' | 'renewKey'> {
  /** What it is, in words. */
  credential: string;
}

/**
 * The service and the project that flags, environment and stored logins name: an API key comes before a login.
 * @throws CliError API_KEY_MISSING, PROJECT_MISSING, LOGIN_DAMAGED
 */
export async function resolveService(flags: ServiceFlags, context: Context): Promise<ServiceAccess> {
  const credential = await requireCredential(flags, context);
  const { kind, words, project } = credential;
  if (kind === 'key' || project) return { ...credential, credential: describeCredential(credential) };
  throw new CliError(
    'PROJECT_MISSING',
    `which project? ${capitalised(words)} sees more than one: link this repository with ` +
      '`svc project set <org>/<project>`, or set SVC_PROJECT',
  );
}

/**
 * What the service is shown; errors that come later name it.
 * @throws CliError API_KEY_MISSING, LOGIN_DAMAGED
 */
export async function requireCredential(flags: ServiceFlags, context: Context): Promise<Credential> {
  const credential = await findCredential(flags, context);
  if (credential) {
    context.noteCredential(describeCredential(credential));
    return credential;
  }
  const server = serverOf(apiUrlOf(flags, context));
  const others = await listServers(context.env);
  const elsewhere =
    others.length > 0
      ? `. You are signed in to ${others.join(', ')}: is --api-url or SVC_API_URL missing?`
      : '';
  throw new CliError(
    'API_KEY_MISSING',
    `no API key, and nobody is signed in to ${server}: pass --api-key, set SVC_API_KEY, or run \`svc login\`${elsewhere}`,
  );
}

const describeCredential = ({ words, project, projectFrom }: Credential): string =>
  project ? `${words}, and the project ${project} from ${projectFrom}` : words;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
