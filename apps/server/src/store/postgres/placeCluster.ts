import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Account, canReach, chooseAccount } from './account.js';
import { PostgresError } from './PostgresError.js';

export interface Place {
  /** Holds the runtime and the cluster; ours, passable for the account. */
  home: string;
  /** The cluster's own folder; need not exist yet. */
  cluster: string;
  account: Account;
}

/**
 * Decides where the cluster lives: in the data folder, or, when the account that PostgreSQL runs under cannot get
 * there (a parent like /root is closed to others), in a folder under `outside`, which the data folder then records.
 * Of existing folders only the data folder's own mode is changed.
 */
export function placeCluster(dataDir: string, outside = '/var/lib'): Place {
  const inside = path.join(dataDir, 'postgres');
  const record = path.join(dataDir, 'postgres-home');
  const recorded = readRecord(record);
  const home = recorded ?? inside;
  const account = chooseAccount(path.join(home, 'cluster'));
  if (recorded !== null) return prepare(recorded, account);

  if (canReach(account, path.dirname(dataDir))) {
    if (!canReach(account, dataDir)) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
    return prepare(inside, account);
  }
  const name = createHash('sha256').update(dataDir).update(randomBytes(16)).digest('hex').slice(0, 16);
  const elsewhere = path.join(outside, `svc-${name}`);
  if (!canReach(account, outside)) {
    throw new PostgresError(
      `PostgreSQL does not run as root, and the user \`nobody\` can reach neither ${dataDir} nor ${outside}. ` +
        'Put SVC_DATA_DIR in a folder that every user may pass through, or set DATABASE_URL.',
    );
  }
  const place = prepare(elsewhere, account);
  writeFileSync(path.join(elsewhere, 'belongs-to'), `${dataDir}\n`);
  writeFileSync(record, `${elsewhere}\n`);
  return place;
}

function prepare(home: string, account: Account): Place {
  mkdirSync(home, { recursive: true });
  if (account.uid !== undefined) chmodSync(home, 0o711);
  return { home, cluster: path.join(home, 'cluster'), account };
}

function readRecord(file: string): string | null {
  let home: string;
  try {
    home = readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory()) return home;
  throw new PostgresError(
    `The database of this data folder was in ${home} (according to ${file}), which is gone. ` +
      'Restore it, or remove the data folder to start over.',
  );
}
