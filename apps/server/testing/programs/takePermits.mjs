// Asks for permits of one counter over five connections as fast as it can, for the seconds it is given, and prints when
// each use was, in microseconds of the database's clock.
import { once } from 'node:events';
import pg from 'pg';

const [connectionString, text] = process.argv.slice(2);
const { limit, window, grace, seconds } = JSON.parse(text);
const clients = await Promise.all(
  Array.from({ length: 5 }, async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  }),
);
await once(process.stdin, 'data');

const end = Date.now() + seconds * 1_000;
const used = [];
await Promise.all(
  clients.map(async (client, index) => {
    for (let call = 0; Date.now() < end; ) {
      // One of the five does not say which call it is, the others do, and now and then one gives up.
      const ticket = index === 0 ? null : `${process.pid} ${index} ${call}`;
      const { rows } = await client.query(
        `select (extract(epoch from used_at) * 1e6)::bigint used from take_permit('shared', 'other', $1::int,
          make_interval(secs => $2::float8), make_interval(secs => $3::float8), hashtextextended($4, 0), 1000)`,
        [limit, window / 1_000, grace / 1_000, ticket],
      );
      if (rows[0].used !== null) used.push(rows[0].used);
      if (rows[0].used !== null || Math.random() < 0.002) call += 1;
    }
  }),
);
await Promise.all(clients.map((client) => client.end()));
console.log(used.join('\n'));
