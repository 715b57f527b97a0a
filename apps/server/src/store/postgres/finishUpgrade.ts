import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PostgresError } from './PostgresError.js';
import type { Place } from './placeCluster.js';

/** An upgrade whose new cluster has all: what is left is to put it into the place of the old one. */
interface Record {
  next: string;
  kept: string;
  /** What the old cluster said of itself when it was copied: any start of it changes that. */
  control: string;
}

const recordIn = ({ home }: Place): string => path.join(home, 'upgrade.json');

/**
 * Notes that a new cluster has all that the old one has. From here on, it is the cluster.
 * @returns where the old one will be
 */
export function recordUpgrade(place: Place, next: string, from: number): string {
  const kept = freeName(`${place.cluster}-${from}`);
  const record = recordIn(place);
  writeFileSync(`${record}.new`, JSON.stringify({ next, kept, control: controlOf(place) } satisfies Record));
  flush(`${record}.new`);
  renameSync(`${record}.new`, record);
  flush(place.home);
  return kept;
}

/**
 * Puts the new cluster of a recorded upgrade into its place, from wherever it was cut off.
 * @throws {PostgresError} where another cluster has taken that place
 */
export function finishUpgrade(place: Place): void {
  const record = recordIn(place);
  if (!existsSync(record)) return;
  const { next, kept, control }: Record = JSON.parse(readFileSync(record, 'utf8'));
  const hasOld = existsSync(place.cluster) && existsSync(next);
  if (hasOld && existsSync(kept))
    throw new PostgresError(
      `An upgrade of the database was cut off, and an earlier version of svc has since made a new database in ${place.cluster}. The ` +
        `database of before is in ${kept}, and its upgraded copy in ${next}. To go on with the copy, move ${place.cluster} ` +
        'elsewhere and start svc again. Nothing was changed.',
    );
  // An earlier version of svc, which knows nothing of the record, has gone on with the old cluster.
  if (hasOld && controlOf(place) !== control) rmSync(next, { recursive: true });
  if (existsSync(next)) {
    if (hasOld) renameSync(place.cluster, kept);
    renameSync(next, place.cluster);
    flush(place.home);
  }
  rmSync(record);
}

const controlOf = ({ cluster }: Place): string =>
  createHash('sha256')
    .update(readFileSync(path.join(cluster, 'global/pg_control')))
    .digest('hex');

function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number++) name = `${wanted}.${number}`;
  return name;
}

/** What was written, or renamed within a folder, is on disk. */
function flush(file: string): void {
  // Windows opens no folders, and has no need to.
  if (process.platform === 'win32') return;
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
