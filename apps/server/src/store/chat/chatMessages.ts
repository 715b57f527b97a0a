import { randomUUID } from 'node:crypto';
import type { ChatEvent } from '@svc/schema';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import type { ChatRuleRow } from './chatRules.js';

/** What happened, as it was when it did. */
export interface ChatContent {
  event: ChatEvent;
  suite: string;
  branch: string;
  commit: string;
  title: string;
  diffId: string | null;
}

/** Has the rules of a project that are about an event post it, when the transaction is committed. */
export async function enqueueChatMessages(
  transaction: Database,
  projectId: string,
  content: ChatContent,
): Promise<void> {
  await sql`
    insert into chat_messages (rule_id, content)
    select rule.id, ${JSON.stringify(content)}::jsonb
    from chat_rules rule join projects on projects.id = rule.project_id
    where rule.project_id = ${projectId} and ${content.event} = any(rule.events)
      and (not rule.default_branch_only or projects.default_branch = ${content.branch})
    order by rule.id`.execute(transaction);
}

/**
 * Says what a check run came to, and what it was before.
 * @returns whether that is news: a check that passes is some only after it did not
 */
export async function setCheckEvent(
  transaction: Database,
  checkRunId: string,
  event: ChatEvent,
): Promise<boolean> {
  const { rows } = await sql<{ before: string | null }>`
    update check_runs run set event = ${event} from (select id, event from check_runs where id = ${checkRunId}) earlier
    where run.id = earlier.id and earlier.event is distinct from ${event}
    returning earlier.event before`.execute(transaction);
  const [changed] = rows;
  return changed !== undefined && (event !== 'passed' || changed.before !== null);
}

/** A message that is lent to one deliverer, with the rule that it is of. */
export interface DueChatMessage {
  id: number;
  content: ChatContent;
  /** Deliveries that were begun before. */
  attempts: number;
  /** Seconds since it happened. */
  age: number;
  lease: string;
  rule: Pick<ChatRuleRow, 'id' | 'kind' | 'url'>;
  org: string;
  project: string;
}

/**
 * Lends due messages to the caller for `leaseSeconds`: of each chat the oldest that waits, so that they come in their order and
 * not faster than the chat takes them. One that is not reported on in that time is lent again: messages are posted at least once.
 */
export async function takeDueChatMessages(
  database: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueChatMessage[]> {
  const { rows } = await sql<
    Omit<DueChatMessage, 'rule'> & { ruleId: string; kind: ChatRuleRow['kind']; url: string }
  >`
    with due as (
      select message.id from chat_rules cross join lateral (
        select id from chat_messages where rule_id = chat_rules.id order by id limit 1
      ) oldest join chat_messages message on message.id = oldest.id
      where message.next_attempt_at <= now()
      order by message.next_attempt_at limit ${limit} for update of message skip locked
    ), lent as (
      update chat_messages set lease = ${randomUUID()}::uuid, attempts = attempts + 1,
        next_attempt_at = now() + ${leaseSeconds} * interval '1 second'
      from due where chat_messages.id = due.id returning chat_messages.*
    )
    select lent.id, lent.content, lent.attempts - 1 attempts, lent.lease,
      extract(epoch from now() - lent.created_at)::float8 age, rule.id rule_id, rule.kind, rule.url,
      projects.org, projects.name project
    from lent join chat_rules rule on rule.id = lent.rule_id join projects on projects.id = rule.project_id
    order by lent.id`.execute(database);
  return rows.map(({ ruleId, kind, url, ...message }) => ({ ...message, rule: { id: ruleId, kind, url } }));
}

/** Forgets a message that was posted, or that never will be. */
export const deleteChatMessage = async (
  database: Database,
  { id, lease }: Pick<DueChatMessage, 'id' | 'lease'>,
): Promise<void> => {
  await sql`delete from chat_messages where id = ${id} and lease = ${lease}::uuid`.execute(database);
};

/** Has a message posted again later. */
export const retryChatMessage = async (
  database: Database,
  { id, lease }: Pick<DueChatMessage, 'id' | 'lease'>,
  seconds: number,
): Promise<void> => {
  await sql`
    update chat_messages set lease = null, next_attempt_at = now() + ${seconds} * interval '1 second'
    where id = ${id} and lease = ${lease}::uuid`.execute(database);
};
