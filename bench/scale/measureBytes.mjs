const most = 1_100;

/** What one snapshot leaves in the database, with its result, the call that brought it, and all indexes. */
const tables = ['snapshots', 'results', 'idempotency_keys'];

/**
 * Prints what a row of each table takes, by what it takes it for.
 * @returns what is to be said where a snapshot takes too much
 */
export async function measureBytes(database) {
  console.log('| bytes a row | heap | TOAST and maps | indexes | all |');
  console.log('| --- | --- | --- | --- | --- |');
  let sum = 0;
  for (const table of tables) {
    const count = await countRows(database, table);
    const { heap, other, indexes } = await sizesOf(database, table);
    const all = heap + other + indexes;
    sum += all / count;
    const cells = [heap, other, indexes, all].map((bytes) => (bytes / count).toFixed(0));
    console.log(`| ${table} | ${cells.join(' | ')} |`);
    for (const { name, bytes } of await indexesOf(database, table))
      console.log(`| – ${name} | | | ${(bytes / count).toFixed(0)} | |`);
  }
  console.log(`| a snapshot all in; the target is < ${most} | | | | ${sum.toFixed(0)} |\n`);
  return sum < most ? [] : [`a snapshot takes ${sum.toFixed(0)} bytes; the target is < ${most}`];
}

async function countRows(database, table) {
  const { rows } = await database.query(`select count(*)::int count from ${table}`);
  return rows[0].count;
}

/** Of a table, or of all its partitions. */
async function sizesOf(database, table) {
  const { rows } = await database.query(
    `select sum(pg_relation_size(relid))::float8 heap, sum(pg_indexes_size(relid))::float8 indexes,
       sum(pg_table_size(relid) - pg_relation_size(relid))::float8 other
     from (select $1::regclass relid union select relid from pg_partition_tree($1)) part`,
    [table],
  );
  return rows[0];
}

async function indexesOf(database, table) {
  const { rows } = await database.query(
    `select indexrelid::regclass::text name,
       (pg_relation_size(indexrelid)
         + (select coalesce(sum(pg_relation_size(relid)), 0) from pg_partition_tree(indexrelid) where relid <> indexrelid))::float8 bytes
     from pg_index where indrelid = $1::regclass order by bytes desc`,
    [table],
  );
  return rows;
}
