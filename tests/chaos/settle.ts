import { setTimeout as sleep } from 'node:timers/promises';
import { read } from './clients/attempt.js';
import type { Build } from './clients/Build.js';
import type { Row, World } from './world/openWorld.js';

/** Milliseconds without any progress after which what is left is taken for stuck. */
const patience = 150_000;

/** Ends what clients left open when they gave up, as the next run of a CI job would, or its timeout. */
export async function endLeftovers(world: World, builds: readonly Build[]): Promise<void> {
  for (const build of builds) {
    if (build.completed === 'yes' || build.created === 'no') continue;
    if (build.kind === 'uploads') await endCapture(world, build);
    if (build.kind === 'session') await endSession(world, build);
  }
}

async function endCapture(world: World, { client, commit }: Build): Promise<void> {
  const open = await world.query(
    "select id from captures where commit = $1 and status not in ('completed', 'failed')",
    [commit],
  );
  for (const { id } of open) {
    const call = { client, operation: 'completeCapture', subject: `${id}, left open` };
    await read(world, call, (sdk) => sdk.completeCapture(String(id)));
  }
}

async function endSession(world: World, { client, sessionId }: Build): Promise<void> {
  const [session] = await world.query('select id from review_sessions where id = $1', [sessionId]);
  if (!session || sessionId === null) return;
  const call = { client, operation: 'completeSession', subject: `${sessionId}, left open` };
  await read(world, call, (sdk) => sdk.completeSession(sessionId, { exitCode: 0 }));
}

/**
 * Waits until nothing is under way any more.
 * @returns what does not end, in words; empty when all is quiet
 */
export async function settle(world: World): Promise<string[]> {
  let before = '';
  let progressAt = performance.now();
  for (let quiet = 0; ; await sleep(500)) {
    const left = await listUnfinished(world);
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (quiet === 3) return [];
    const now = left.join('\n');
    if (now !== before) progressAt = performance.now();
    if (performance.now() - progressAt > patience) return left;
    before = now;
  }
}

const unfinished = `
  select 'job ' || name || ' ' || data::text || ' is ' || state::text as what from pgboss.job
    where state::text in ('created', 'retry', 'active') and name not like '\\_\\_%'
  union all select 'capture ' || id || ' is ' || status::text from captures where status::text not in ('completed', 'failed')
  union all select 'diff ' || id || ' is ' || status::text from diffs where status::text = 'processing'
  union all select 'site ' || id || ' is ' || status::text from sites where status::text not in ('ready', 'failed')
  union all select 'session ' || id || ' is open' from review_sessions where completed_at is null and expired_at is null
  union all select 'check run ' || id || ' of ' || commit || ' is not delivered' || coalesce(': ' || last_error, '')
    from check_runs where delivered_version < version
  union all select 'check run ' || id || ' of ' || commit || ' is in progress'
    from check_runs where desired ->> 'status' = 'in_progress'
  order by 1`;

const listUnfinished = async ({ query }: World): Promise<string[]> =>
  (await query(unfinished)).map(({ what }: Row) => String(what));
