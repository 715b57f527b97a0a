import { sql } from 'kysely';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { andCounts, blobReferences } from '../retention/blobReferences.js';

const batchSize = 2_000;

/** The hashes of all blobs that the database names, each once, in batches and in order. */
export async function* listNamedBlobs(database: Database): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const named = blobReferences.map(
      (reference) => sql`
        (select ${sql.ref(reference.column)} digest from ${sql.table(reference.table)}
         where ${sql.ref(reference.column)} > ${bytea(last)}::bytea${andCounts(reference)}
         order by ${sql.ref(reference.column)} limit ${batchSize})`,
    );
    const { rows } = await sql<{ digest: string }>`
      select digest from (${sql.join(named, sql` union all `)}) named order by digest limit ${batchSize}`.execute(
      database,
    );
    const hashes = [...new Set(rows.map(({ digest }) => digest))];
    if (hashes.length > 0) yield hashes;
    if (rows.length < batchSize) return;
    last = hashes.at(-1) ?? last;
  }
}

/** What a blob is to those who have it, such as `image of acme/web`. */
export async function describeBlob(database: Database, hash: string): Promise<string[]> {
  const uses = blobReferences.map(
    (reference) => sql`
      select distinct ${reference.kind}::text kind, (
          select org || '/' || name from projects where projects.id = ${sql.raw(reference.projectId ?? 'null')}) project
      from ${sql.table(reference.table)} where ${sql.ref(reference.column)} = ${bytea(hash)}::bytea${andCounts(reference)}`,
  );
  const { rows } = await sql<{
    kind: string;
    project: string | null;
  }>`${sql.join(uses, sql` union `)}`.execute(database);
  return rows.map(({ kind, project }) => (project === null ? kind : `${kind} of ${project}`)).sort();
}
