import { CliError } from '../CliError.js';
import { git } from '../git.js';
import { serverOf } from './storedLogins.js';

/**
 * The link is in the configuration of the repository itself (`.git/config`): all its worktrees share it, it moves with the
 * repository and goes with it, and it is never committed.
 */
const settingOf = (apiUrl: string) => `svc.${serverOf(apiUrl)}.project`;

/** The project of a server that the git repository is linked to; null when there is none. */
export const readLinkedProject = async (cwd: string, apiUrl: string): Promise<string | null> =>
  (await git(cwd, 'config', '--local', '--get', settingOf(apiUrl))) || null;

/**
 * Links the git repository to a project of a server.
 * @returns the folder of the repository
 * @throws CliError NO_REPOSITORY
 */
export async function linkProject(cwd: string, apiUrl: string, project: string): Promise<string> {
  const folder = await git(cwd, 'rev-parse', '--show-toplevel');
  const linked = folder && (await git(cwd, 'config', '--local', settingOf(apiUrl), project));
  if (folder && linked !== null) return folder;
  throw new CliError(
    'NO_REPOSITORY',
    folder
      ? `the configuration of the git repository ${folder} cannot be written; set SVC_PROJECT=${project} instead`
      : `${cwd} is in no git repository: run it inside one, or set SVC_PROJECT=${project} instead`,
  );
}
