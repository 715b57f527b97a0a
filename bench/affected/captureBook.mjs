import { openBuild } from '../capture/openBuild.mjs';

/**
 * Captures the stories of a Storybook build.
 * @param only their names; null for all
 * @returns by story: its image, or why there is none; and all targets as the command has them
 */
export async function captureBook(folder, only = null) {
  const opened = await openBuild('storybook', folder);
  const fleet = opened.newFleet(2);
  const wanted = opened.targets.filter(({ name }) => only === null || only.has(name));
  const shots = new Map();
  await fleet.capture(wanted, {
    project: 'bench',
    signal: new AbortController().signal,
    expectation: () => null,
    onOutcome: async (index, outcome) => {
      const shot = outcome.ok
        ? { png: outcome.png, failure: null, isUnstable: outcome.unstable }
        : { png: null, failure: outcome.message, isUnstable: false };
      shots.set(wanted[index].name, shot);
    },
  });
  await fleet.close();
  await opened.close();
  const targets = opened.targets.map((target) => ({
    ...{ target, storyName: target.name, storyId: target.metadata.storyId, tags: [] },
  }));
  return { shots, targets };
}
