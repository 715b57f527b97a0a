import { runGit } from './runGit.js';

/**
 * The newest commit that HEAD and the remote branch `ref` share, or null when there is none, the remote branch was
 * not fetched, or the clone is too shallow to tell. The remote is `origin`, or the only other one; `ref` may name
 * another, as `upstream/main` does.
 */
export async function getGitMergeBase(ref: string, cwd: string = process.cwd()): Promise<string | null> {
  const remotes = (await runGit(cwd, 'remote'))?.split('\n') ?? [];
  const remote = remotes.includes('origin') ? 'origin' : remotes[0];
  if (!remote) return null;
  const branch = String(ref).replace(/^refs\/(heads|remotes)\//, '');
  const own = await runGit(cwd, 'merge-base', 'HEAD', `refs/remotes/${remote}/${branch}`);
  const namesRemote = remotes.some((name) => branch.startsWith(`${name}/`));
  return own ?? (namesRemote ? runGit(cwd, 'merge-base', 'HEAD', `refs/remotes/${branch}`) : null);
}
