// Supervises a database in the folder that it is given, says so, and with `--write` adds rows for as long as it lives:
// it prints the id of each row once the database has acknowledged it. With `--exit` it ends without stopping anything.
import pg from 'pg';
import { startPostgres } from '../../dist/store/postgres/startPostgres.js';

const [dataDir, mode] = process.argv.slice(2);
const postgres = await startPostgres({ dataDir });
const client = new pg.Client({ connectionString: postgres.connectionString });
await client.connect();
await client.query('create table if not exists row (id bigserial primary key, filler text not null)');
console.log(`ready ${postgres.pid()}`);

if (mode === '--exit') process.exit(0);
while (mode === '--write') {
  const { rows } = await client.query("insert into row (filler) values (repeat('x', 500)) returning id");
  console.log(rows[0].id);
}
