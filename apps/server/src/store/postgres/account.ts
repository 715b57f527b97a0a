import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PostgresError } from './PostgresError.js';

/** The account that the database server runs under; empty for our own. */
export interface Account {
  uid?: number | undefined;
  gid?: number | undefined;
}

/** PostgreSQL refuses to run as root; root becomes `nobody` for it, or the owner of a cluster that exists. */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findNobody();
}

function findNobody(): Required<Account> {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((entry) => entry.split(':'))
    .find(([name]) => name === 'nobody');
  if (!line) {
    throw new PostgresError(
      'PostgreSQL does not run as root, and this system has no user `nobody` to run it as. ' +
        'Run svc as an ordinary user, or set DATABASE_URL.',
    );
  }
  // macOS writes -2 for 4294967294.
  return { uid: Number(line[2]) >>> 0, gid: Number(line[3]) >>> 0 };
}

/** Whether the account may pass through every folder from the root down to this one, which need not exist yet. */
export function canReach({ uid, gid }: Account, folder: string): boolean {
  if (uid === undefined) return true;
  const parent = path.dirname(folder);
  if (parent !== folder && !canReach({ uid, gid }, parent)) return false;
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return true;
  if (stats.uid === uid) return (stats.mode & 0o100) !== 0;
  if (stats.gid === gid) return (stats.mode & 0o010) !== 0;
  return (stats.mode & 0o001) !== 0;
}
