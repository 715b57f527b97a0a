import { chooseAffected } from '../../packages/cli/dist/affected/chooseAffected.js';

/**
 * What `--only-changed` chooses of targets after a capture of another commit.
 * @param base its commit, the names of its images, and those of the stories that failed
 * @param place the folder in which the build was made, and that of the build
 * @returns the command's choice, and the names of the stories that a change can affect
 */
export async function chooseSince({ commit, names, failed = [] }, { project, directory }, targets) {
  const snapshots = names.map((name) => ({ name, carriedFrom: null }));
  const failures = failed.map((name) => ({ name }));
  const client = {
    findCapture: ({ commits }) =>
      commits.includes(commit) ? { commit, snapshots, failures, partial: false, isLocal: false } : null,
  };
  const choice = await chooseAffected({
    ...{ client, suite: 'default', history: [commit], project, directory },
    ...{ all: targets, chosen: targets },
  });
  // The command captures one story also where a change can affect none.
  const isNone = choice.words.includes('can affect no story');
  return { choice, affected: new Set(isNone ? [] : choice.targets.map(({ target }) => target.name)) };
}
