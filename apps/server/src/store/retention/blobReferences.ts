import { type RawBuilder, sql } from 'kysely';

/** A column whose values keep a blob: what no such column names is removed, and a backup holds what one of them names. */
export interface BlobReference {
  /** What the blob is, as people are told. */
  kind: string;
  table: string;
  column: string;
  /** Rows for which it counts; all unless given. */
  where?: string;
  /** Of a row, as SQL; null for what belongs to the deployment. */
  projectId: string | null;
}

const ofSite = (table: string) => `(select sites.project_id from sites where sites.id = ${table}.site_id)`;

export const blobReferences: readonly BlobReference[] = [
  {
    kind: 'image',
    table: 'images',
    column: 'hash',
    where: 'removed_at is null',
    projectId: 'images.project_id',
  },
  { kind: 'layout record', table: 'layout_records', column: 'hash', projectId: 'layout_records.project_id' },
  {
    kind: 'accessibility record',
    table: 'accessibility_records',
    column: 'hash',
    projectId: 'accessibility_records.project_id',
  },
  {
    kind: 'accepted accessibility record',
    table: 'accessibility_records',
    column: 'accepted_hash',
    projectId: 'accessibility_records.project_id',
  },
  { kind: 'trace', table: 'traces', column: 'hash', projectId: 'traces.project_id' },
  { kind: 'file of a build', table: 'site_files', column: 'hash', projectId: ofSite('site_files') },
  {
    kind: 'file of a build',
    table: 'manifest_files',
    column: 'hash',
    where: 'known',
    projectId: ofSite('manifest_files'),
  },
  { kind: 'archive of a build', table: 'sites', column: 'archive_hash', projectId: 'sites.project_id' },
  { kind: 'client', table: 'client_packages', column: 'hash', projectId: null },
  { kind: 'mark of the deployment', table: 'deployment', column: 'blobs_marker', projectId: null },
];

/** The condition that a row counts, to follow another one. */
export const andCounts = ({ where }: BlobReference): RawBuilder<unknown> =>
  where === undefined ? sql`` : sql.raw(` and ${where}`);
