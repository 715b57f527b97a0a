import { runGit } from './runGit.js';

/**
 * The head of a pull request, where a commit is the merge that Jenkins itself made of it: with the target as second parent
 * and an author that nobody else has. Any other commit is answered as it is.
 */
export async function undoLocalMerge(commit: string, cwd: string): Promise<string> {
  const line = await runGit(cwd, 'log', '-1', '--format=%ae %P', commit);
  const [author, head, target, ...more] = line?.split(' ') ?? [];
  const isLocal = author === 'nobody@nowhere' && head && target && more.length === 0;
  return isLocal ? head : commit;
}
