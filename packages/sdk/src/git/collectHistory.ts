import { runGit } from './runGit.js';

/** The newest 500 commits reachable from HEAD, newest first; as far as a shallow clone goes; empty without git. */
export async function collectHistory(cwd: string = process.cwd()): Promise<string[]> {
  const output = await runGit(cwd, 'rev-list', '--max-count=500', 'HEAD');
  return output ? output.split('\n') : [];
}
