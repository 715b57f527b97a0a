import { setTimeout as sleep } from 'node:timers/promises';
import { applyRetention } from '../../apps/server/dist/service/retention/applyRetention.js';
import { openDatabase } from '../../apps/server/dist/store/database.js';

/** Milliseconds that the hourly look may take where nothing has ended since the last one. */
const most = 100;

/** Milliseconds after which a connection has reported what it wrote to files. */
const untilReported = 1_500;

/**
 * The hourly looks of retention, at the end: what it marks is unknown afterwards. The first has all captures and diffs to
 * note, as after an upgrade, and marks; the second marks alone, as a day later; the third finds nothing to do.
 * @returns what is to be said where they take too much
 */
export async function measureRetention(client, connectionString) {
  const { database } = openDatabase({ connectionString });
  await client.query('update projects set retention_days = 14');
  const look = async (what) => {
    const before = await sumTemporary(client);
    const begin = performance.now();
    await applyRetention({ database });
    const took = performance.now() - begin;
    await sleep(untilReported);
    const megabytes = ((await sumTemporary(client)) - before) / 1e6;
    console.log(`retention, ${what}: ${took.toFixed(0)} ms, ${megabytes.toFixed(0)} MB of temporary files`);
    return took;
  };
  await look('all captures and diffs of all times');
  await client.query('delete from blob_removals; delete from retention_marks');
  await look('a day later');
  const took = await look('nothing new');
  await database.destroy();
  return took < most
    ? []
    : [`retention with nothing new takes ${took.toFixed(0)} ms; the target is < ${most}`];
}

async function sumTemporary(client) {
  const { rows } = await client.query(
    'select temp_bytes::float8 bytes from pg_stat_database where datname = current_database()',
  );
  return rows[0].bytes;
}
