import type { ChangeChatRuleBody, ChatRule, ChatRuleBody } from '@svc/schema';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { slugOf } from '../../domain/slugOf.js';
import { bytesOf } from '../../store/bytea.js';
import {
  type ChatRuleRow,
  deleteChatRule,
  findChatRule,
  insertChatRule,
  listChatRules,
  noteChatOutcome,
  updateChatRule,
} from '../../store/chat/chatRules.js';
import type { Database } from '../../store/database.js';
import { newId } from '../../store/newId.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** Chats that a project posts to. */
const mostRules = 20;

/** Milliseconds that a person waits for a test message. */
const testTimeout = 10_000;

type Vaulted = Pick<Resources, 'database' | 'vault'>;

/** What the project posts to chats, without the addresses. */
export async function readChatRules(
  { database }: Pick<Resources, 'database'>,
  { project }: ProjectAccess,
): Promise<ChatRule[]> {
  return (await listChatRules(database, project.id)).map(present);
}

/** @throws ServiceError QUOTA_EXCEEDED */
export const addChatRule = (
  { database, vault }: Vaulted,
  access: ProjectAccess,
  { url, ...given }: ChatRuleBody,
): Promise<ChatRule> =>
  database.transaction().execute(async (transaction) => {
    const { project } = access;
    if ((await listChatRules(transaction, project.id)).length >= mostRules) {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `A project posts to at most ${mostRules} chats; remove one first`,
      );
    }
    const id = newId('chatRule');
    const host = new URL(url).host;
    const sealed = vault.seal(url, id).toString('hex');
    await insertChatRule(transaction, { id, projectId: project.id, host, sealed, ...given });
    await noteInAudit(transaction, access, 'chat.added', { target: id, details: { ...given, host } });
    return present(await requireRule(transaction, access, id));
  });

/** @throws ServiceError CHAT_RULE_NOT_FOUND */
export const changeChatRule = (
  { database, vault }: Vaulted,
  access: ProjectAccess,
  id: string,
  { url, ...change }: ChangeChatRuleBody,
): Promise<ChatRule> =>
  database.transaction().execute(async (transaction) => {
    const rule = await requireRule(transaction, access, id);
    const changed = {
      label: change.label ?? rule.label,
      events: change.events ?? rule.events,
      defaultBranchOnly: change.defaultBranchOnly ?? rule.defaultBranchOnly,
      host: url === undefined ? rule.host : new URL(url).host,
    };
    const sealed = url === undefined ? null : vault.seal(url, id).toString('hex');
    await updateChatRule(transaction, id, { ...changed, sealed });
    await noteInAudit(transaction, access, 'chat.changed', { target: id, details: changed });
    return present(await requireRule(transaction, access, id));
  });

/** @throws ServiceError CHAT_RULE_NOT_FOUND */
export const removeChatRule = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  id: string,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    const { label, host } = await requireRule(transaction, access, id);
    await deleteChatRule(transaction, access.project.id, id);
    await noteInAudit(transaction, access, 'chat.removed', { target: id, details: { label, host } });
  });

/**
 * Posts a test message.
 * @returns why the chat did not take it; null where it did
 * @throws ServiceError CHAT_RULE_NOT_FOUND
 */
export async function testChatRule(
  { database, vault, chat, links }: Vaulted & Pick<Resources, 'chat' | 'links'>,
  access: ProjectAccess,
  id: string,
): Promise<string | null> {
  const { kind, url } = await requireRule(database, access, id);
  const slug = slugOf(access.project);
  const message = {
    event: null,
    project: slug,
    suite: null,
    branch: null,
    commit: null,
    title: 'svc posts here',
    url: links.project(slug),
  };
  const error = await chat
    .post(kind, vault.open(bytesOf(url), id), message, AbortSignal.timeout(testTimeout))
    .then(() => null)
    .catch((caught: unknown) => {
      if (caught instanceof CodeHostError) return caught.message;
      if (caught instanceof DOMException) return `The chat did not answer within ${testTimeout / 1_000} s`;
      throw caught;
    });
  await noteChatOutcome(database, id, error);
  return error;
}

async function requireRule(database: Database, { project }: ProjectAccess, id: string): Promise<ChatRuleRow> {
  const rule = await findChatRule(database, project.id, id);
  if (!rule) throw notFound('Chat_Rule');
  return rule;
}

const present = (row: ChatRuleRow): ChatRule => ({
  id: row.id,
  kind: row.kind,
  label: row.label,
  host: row.host,
  events: row.events,
  defaultBranchOnly: row.defaultBranchOnly,
  createdAt: row.createdAt.toISOString(),
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  lastError: row.lastError,
});
