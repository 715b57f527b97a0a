import { read } from '../clients/attempt.js';
import { type Build, branch } from '../clients/Build.js';
import type { World } from '../world/openWorld.js';

/** Holds the baselines of each suite against the decisions that were acknowledged, in the order of its builds. */
export async function checkBaselines(world: World, builds: readonly Build[]): Promise<void> {
  for (const suite of new Set(builds.map((build) => build.suite))) {
    const expected = expectBaselines(builds.filter((build) => build.suite === suite));
    if (expected.size === 0) continue;
    const call = { client: 'check', operation: 'listBaselines', subject: suite };
    const baselines = await read(world, call, (sdk) => sdk.listBaselines({ suite, branch }));
    for (const [name, hashes] of expected) {
      const found = baselines.filter((baseline) => baseline.name === name);
      const hash = found[0]?.hash ?? null;
      if (found.length > 1) world.journal.violate(`suite ${suite} has ${found.length} baselines of ${name}`);
      if (!hashes.has(hash))
        world.journal.violate(
          `the baseline of ${name} in suite ${suite} is ${hash} instead of ${[...hashes].join(' or ')}`,
        );
    }
  }
}

/** The images that can be the baseline of each name: more than one where a decision was not answered. */
function expectBaselines(builds: readonly Build[]): Map<string, Set<string | null>> {
  const expected = new Map<string, Set<string | null>>();
  for (const { snapshots, compared } of builds) {
    if (compared === 'no') continue;
    for (const [name, { hash, decided }] of snapshots) {
      const before = expected.get(name) ?? new Set([null]);
      if (!decided.has('approved')) expected.set(name, before);
      else expected.set(name, decided.size === 1 ? new Set([hash]) : new Set([...before, hash]));
    }
  }
  return expected;
}
