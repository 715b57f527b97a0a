import { CamelCasePlugin } from 'kysely';
import pg from 'pg';
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
