import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Of PostgreSQL's notifications. */
export const channel = 'svc_changes';

/** Somebody with an open page, for as long as one stream lasts. */
export interface Viewer {
  stream: string;
  personId: string;
  name: string;
}

/** What processes tell each other; PostgreSQL passes on at most 8,000 bytes. */
export type Announcement =
  /** Results, decisions or the status of a diff changed. */
  | { kind: 'diff'; diffId: string }
  /** Baselines of a branch moved in a suite, or a diff of it was completed. */
  | { kind: 'suite'; suiteId: number; branch: string | null }
  /** Comments on snapshots of a diff, which later builds of the branch show as well. */
  | { kind: 'comments'; suiteId: number; branch: string | null; diffId: string }
  /** A job can be taken. */
  | { kind: 'job'; name: string }
  /** Ignore areas of a suite. */
  | { kind: 'areas'; suiteId: number }
  | { kind: 'here'; diffId: string; viewer: Viewer }
  | { kind: 'gone'; diffId: string; stream: string }
  /** Asks who else has a page of the diff open. */
  | { kind: 'who'; diffId: string };

/** Tells all processes, once the transaction is committed; the same in one transaction is told once. */
export async function announce(database: Database, announcement: Announcement): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(announcement)})`.execute(database);
}

/** Tells all processes that a job of this name can be taken, as {@link announce} does. */
export const announceJob = (transaction: Database, name: string): Promise<void> =>
  announce(transaction, { kind: 'job', name });

/** Sends what proves to a listener that it hears: a notification that announces nothing. */
export async function sendProof(database: Database): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(database);
}
