import type { ChatEvent, ChatKind } from '@svc/schema';
import { type Selectable, sql } from 'kysely';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import type { ChatRules } from '../tables.js';

export type ChatRuleRow = Omit<Selectable<ChatRules>, 'kind' | 'events'> & {
  kind: ChatKind;
  events: ChatEvent[];
};

const rules = (database: Database, projectId: string) =>
  database.selectFrom('chatRules').selectAll().where('projectId', '=', projectId).$castTo<ChatRuleRow>();

export const listChatRules = (database: Database, projectId: string): Promise<ChatRuleRow[]> =>
  rules(database, projectId).orderBy('id').execute();

export const findChatRule = (
  database: Database,
  projectId: string,
  id: string,
): Promise<ChatRuleRow | undefined> => rules(database, projectId).where('id', '=', id).executeTakeFirst();

/** The sealed address of a webhook is given in hexadecimal. */
export type SavedChatRule = Pick<
  ChatRuleRow,
  'id' | 'projectId' | 'kind' | 'label' | 'host' | 'events' | 'defaultBranchOnly'
> & { sealed: string };

export const insertChatRule = async (
  transaction: Database,
  { sealed, ...rule }: SavedChatRule,
): Promise<void> => {
  await transaction
    .insertInto('chatRules')
    .values({ ...rule, url: bytea(sealed) })
    .execute();
};

/** @param change.sealed the address where it is another one, null where it stays */
export const updateChatRule = async (
  transaction: Database,
  id: string,
  {
    sealed,
    ...change
  }: Pick<SavedChatRule, 'label' | 'host' | 'events' | 'defaultBranchOnly'> & {
    sealed: string | null;
  },
): Promise<void> => {
  await transaction
    .updateTable('chatRules')
    .set({ ...change, ...(sealed === null ? {} : { url: bytea(sealed), lastError: null }) })
    .where('id', '=', id)
    .execute();
};

/** @returns whether there was one */
export async function deleteChatRule(transaction: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('chatRules')
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Says what came of a message. */
export const noteChatOutcome = async (
  database: Database,
  id: string,
  error: string | null,
): Promise<void> => {
  await sql`
    update chat_rules set last_error = ${error},
      last_sent_at = case when ${error}::text is null then now() else last_sent_at end
    where id = ${id}`.execute(database);
};
