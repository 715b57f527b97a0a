import { pipeline } from 'node:stream/promises';
import { CamelCasePlugin } from 'kysely';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { ownColumns } from '../domain/ownColumns.js';

type Transformed = Parameters<CamelCasePlugin['transformResult']>[0];

/** Names columns in statements, as a plugin of Kysely; rows come with their names from {@link askInCamelCase}. */
class Naming extends CamelCasePlugin {
  readonly #names = new Map<string, string>();

  nameOf(column: string): string {
    const known = this.#names.get(column);
    if (known !== undefined) return known;
    const name = this.camelCase(column);
    this.#names.set(column, name);
    return name;
  }

  columnOf(name: string): string {
    return this.snakeCase(name);
  }

  override async transformResult({ result }: Transformed): ReturnType<CamelCasePlugin['transformResult']> {
    return result;
  }
}
export const naming = new Naming();

interface RowDescription {
  fields: { name: string }[];
}

/** The query of `pg`, which its types know in part. */
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig,
) => pg.Query & { handleRowDescription(description: RowDescription): void };

/** Names columns when PostgreSQL describes them, before it sends the rows: none has to be copied to be renamed. */
class CamelCaseQuery extends Query {
  override handleRowDescription(description: RowDescription): void {
    for (const field of description.fields) field.name = naming.nameOf(field.name);
    super.handleRowDescription(description);
  }
}

/** What a `copy … from stdin` is given instead of values. */
function linesIn({ values }: pg.QueryConfig): AsyncIterable<string> | undefined {
  const given: unknown = values?.[0];
  const isLines = typeof given === 'object' && given !== null && Symbol.asyncIterator in given;
  return isLines ? (given as AsyncIterable<string>) : undefined;
}

async function copyIn(
  client: pg.ClientBase,
  text: string,
  lines: AsyncIterable<string>,
): Promise<pg.QueryResult> {
  const copy = client.query(from(text));
  await pipeline(lines, copy);
  return { command: 'COPY', rows: [], rowCount: copy.rowCount, oid: 0, fields: [] };
}

/**
 * Asks on a connection; columns of rows are in camelCase, except in a statement with {@link ownColumns}.
 * @param onRow given each row when it comes; the result has none then
 */
export async function askInCamelCase(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  onRow?: (row: unknown) => void,
): Promise<pg.QueryResult> {
  try {
    const lines = linesIn(config);
    if (lines) return await copyIn(client, config.text, lines);
    return await new Promise<pg.QueryResult>((resolve, reject) => {
      const query = new (config.text.startsWith(ownColumns) ? Query : CamelCaseQuery)(config);
      if (onRow) query.on('row', onRow);
      query.on('end', resolve);
      query.on('error', reject);
      client.query(query);
    });
  } catch (error) {
    // Of who asked, not of the socket that brought the answer.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
