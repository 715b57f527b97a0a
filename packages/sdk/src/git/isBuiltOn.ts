import { readCommits } from './readCommits.js';
import { runGit } from './runGit.js';

/** Commits that are looked at for a parent that the clone itself lacks. */
const mostCommits = 1_000;

/** Whether a commit has another one among its ancestors, as far as the clone and its boundary tell. */
export async function isBuiltOn(commit: string, ancestor: string, cwd: string): Promise<boolean> {
  if ((await runGit(cwd, 'merge-base', '--is-ancestor', ancestor, commit)) !== null) return true;
  // Commits at the end of a shallow clone name parents that git itself does not count.
  const read = await readCommits({ cwd, from: [commit], limit: mostCommits });
  return read.some(({ parents }) => parents.includes(ancestor));
}
