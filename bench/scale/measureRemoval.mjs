import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../apps/server/dist/store/database.js';
import { startOfStems } from '../../apps/server/dist/store/newId.js';
import { keepAcceptedSets } from '../../apps/server/dist/store/partitions/acceptedSets.js';
import { changePartitions, startPartitions } from '../../apps/server/dist/store/partitions/partitions.js';
import {
  beginRemoval,
  endRemoval,
  guardCopies,
  validateCopies,
} from '../../apps/server/dist/store/partitions/removal.js';
import {
  copyChanges,
  copyRows,
  findRemovable,
  swapCopies,
} from '../../apps/server/dist/store/partitions/removeRows.js';

/** Milliseconds for which the tables may be locked while rows go, however many. */
const most = 250;

/** Numbers of partitions, beside one: those of an age of a year or more, and of five years of months. */
const counts = [14, 60];

/**
 * Removes the rows of all builds, at the very end, as when they are past the deployment's age. Then prints what statements cost
 * to plan with more partitions.
 * @returns what is to be said where tables were locked for too long
 */
export async function measureRemoval(client, connectionString) {
  const { database } = openDatabase({ connectionString });
  const timed = async (work) => {
    const begin = performance.now();
    const result = await work();
    return { took: performance.now() - begin, result };
  };
  const count = async (table) =>
    (await client.query(`select count(*)::int count from ${table}`)).rows[0].count;
  const planned = [await measurePlanning(client)];
  const before = { results: await count('results'), snapshots: await count('snapshots') };
  const moment = new Date(Date.now() + 1_000);
  const started = await timed(() => startPartitions(database, startOfStems(moment)));
  await sleep(1_100);
  const range = await findRemovable(database, startOfStems(moment));
  const sets = await timed(async () => {
    while (
      (await database.transaction().execute((transaction) => keepAcceptedSets(transaction, range, 100))) > 0
    );
  });
  const removal = await beginRemoval(database, range);
  const copied = await timed(async () => {
    await database.transaction().execute((transaction) => copyRows(transaction, removal));
    await guardCopies(database, removal);
    await database.transaction().execute((transaction) => copyChanges(transaction, removal));
    await validateCopies(database, removal);
  });
  // Without the wait for locks, in which nobody else waits for longer than a moment.
  const { took, result } = await changePartitions(database, (transaction) =>
    timed(() => swapCopies(transaction, removal)),
  );
  if (!result) throw new Error('something is under way: nothing was removed');
  const dropped = await timed(() => endRemoval(database));
  const figures = [
    `removing ${before.results} results and ${before.snapshots} snapshots: ${took.toFixed(0)} ms with tables locked`,
    `${await count('results')} and ${await count('snapshots')} stay, ${await count('accepted_sets')} sets of ${await count('diffs')} diffs`,
    `before that ${sets.took.toFixed(0)} ms for the sets, ${copied.took.toFixed(0)} ms to copy what stays, ${started.took.toFixed(0)} ms to start a partition; after it ${dropped.took.toFixed(0)} ms to drop what went`,
  ];
  console.log(figures.join('; '));
  for (const [at, partitions] of counts.entries()) {
    for (let month = counts[at - 1] ?? 2; month < partitions; month++)
      await startPartitions(database, startOfStems(new Date(Date.UTC(2_100, month))));
    planned.push(await measurePlanning(client));
  }
  for (const [what, took] of Object.entries(planned[0])) {
    const cells = planned.map((one) => one[what].toFixed(2));
    console.log(
      `planning ${what}: ${took.toFixed(2)} ms with 1 partition, ${cells[1]} with ${counts[0]}, ${cells[2]} with ${counts[1]}`,
    );
  }
  await database.destroy();
  return took < most ? [] : [`removing rows locks tables for ${took.toFixed(0)} ms; the target is < ${most}`];
}

const statements = {
  'results of a diff': `select * from results where diff_id = 'dif_0000000000000000000000007g'`,
  'a result by its slot': `select * from results where diff_id = 'dif_0000000000000000000000007g'
    and (name, viewport, browser) = ('Component 1/Story 1', '1280x720', '')`,
  'a join by diffs': `select results.name, snapshots.hash from diffs join results on results.diff_id = diffs.id
    join snapshots on snapshots.capture_id = diffs.head_capture_id and snapshots.name = results.name where diffs.suite_id = 1`,
};

async function measurePlanning(client) {
  const found = {};
  for (const [what, statement] of Object.entries(statements)) {
    let sum = 0;
    for (let time = 0; time < 21; time++) {
      const { rows } = await client.query(`explain (summary, format json) ${statement}`);
      // The first fills the caches of descriptions.
      if (time > 0) sum += rows[0]['QUERY PLAN'][0]['Planning Time'];
    }
    found[what] = sum / 20;
  }
  return found;
}
