import type { ApprovalStatus } from '@svc/schema';
import type { Random } from '../Random.js';
import type { World } from '../world/openWorld.js';
import { attempt } from './attempt.js';
import type { Build, ExpectedDecision } from './Build.js';

const outcomes: Record<ExpectedDecision['kind'], ApprovalStatus> = {
  approve: 'approved',
  reject: 'rejected',
  revoke: 'pending',
};

/** Reviews a build: all sorts of decisions, in an order that makes sense. */
export async function review(world: World, build: Build, random: Random): Promise<void> {
  const names = random.shuffle([...build.snapshots.keys()]);
  const [first = '', ...others] = names;
  switch (random.between(0, 3)) {
    case 0:
      return decide(world, build, 'approve', names);
    case 1:
      await decide(world, build, 'reject', [first]);
      return decide(world, build, 'approve', others);
    case 2:
      await decide(world, build, 'approve', names);
      return decide(world, build, 'revoke', [first]);
    default:
      await decide(world, build, 'approve', others);
      await decide(world, build, 'revoke', others);
      return decide(world, build, 'approve', names);
  }
}

export async function decide(
  world: World,
  build: Build,
  kind: ExpectedDecision['kind'],
  names: string[],
): Promise<void> {
  const { diffId } = build;
  if (diffId === null) throw new Error('there is no diff to decide about');
  const decision: ExpectedDecision = { kind, names, done: 'unknown' };
  build.decisions.push(decision);
  const concerned = names.map((name) => {
    const snapshot = build.snapshots.get(name);
    if (!snapshot) throw new Error(`the build has no ${name}`);
    return snapshot;
  });
  for (const { decided } of concerned) decided.add(outcomes[kind]);
  const call = { client: build.client, operation: kind, subject: `${names.join(', ')} in ${diffId}` };
  await attempt<unknown>(world, call, (client) => {
    if (kind === 'revoke') return client.revoke(diffId, names);
    return kind === 'approve'
      ? client.approve(diffId, { snapshots: names })
      : client.reject(diffId, { snapshots: names });
  });
  decision.done = 'yes';
  for (const snapshot of concerned) snapshot.decided = new Set([outcomes[kind]]);
}
