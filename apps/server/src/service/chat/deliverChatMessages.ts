import { inSpan } from '../../context/spans.js';
import { redeliverAfter } from '../../domain/checks/redeliverAfter.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { DatabaseUnavailable } from '../../domain/DatabaseUnavailable.js';
import { slugOf } from '../../domain/slugOf.js';
import { bytesOf } from '../../store/bytea.js';
import {
  type DueChatMessage,
  deleteChatMessage,
  retryChatMessage,
  takeDueChatMessages,
} from '../../store/chat/chatMessages.js';
import { noteChatOutcome } from '../../store/chat/chatRules.js';
import { SealBroken } from '../createVault.js';
import { deliverDue } from '../deliverDue.js';
import type { Resources } from '../Resources.js';

/** Messages at the same time, each to another chat. */
const most = 5;
/** Seconds that nobody else posts a message that this process took. */
const leaseSeconds = 60;
/** Milliseconds that one may take; well within the lease. */
const timeout = 30_000;
/** With these a message is tried for ten minutes; those after it wait as long. */
const mostAttempts = 8;
/** Seconds after which a message that waited for others is not news any more. */
const usefulSeconds = 3_600;

type ChatResources = Pick<Resources, 'database' | 'links' | 'chat' | 'vault'>;

/**
 * Posts messages that are due. What fails is due again later, or is given up with its reason, which the rule shows.
 * @param signal ends what is under way; it is due again
 */
export const deliverChatMessages = (resources: ChatResources, signal: AbortSignal): Promise<void> =>
  deliverDue(
    {
      most,
      take: (limit) => takeDueChatMessages(resources.database, { limit, leaseSeconds }),
      deliver: (message) => deliver(resources, message, signal),
    },
    signal,
  );

async function deliver(
  { database, links, chat, vault }: ChatResources,
  due: DueChatMessage,
  signal: AbortSignal,
): Promise<void> {
  const { rule, content, attempts } = due;
  if (due.age > usefulSeconds) return deleteChatMessage(database, due);
  const slug = slugOf({ org: due.org, name: due.project });
  const { diffId, ...about } = content;
  const url = diffId === null ? links.project(slug) : links.review(slug, diffId);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
  try {
    await inSpan({ name: 'deliver chat message', attributes: { 'svc.chat.kind': rule.kind } }, async () =>
      chat.post(rule.kind, vault.open(bytesOf(rule.url), rule.id), { ...about, project: slug, url }, limited),
    );
  } catch (error) {
    if (signal.aborted || error instanceof DatabaseUnavailable) return retryChatMessage(database, due, 0);
    const isFinal = error instanceof SealBroken || (error instanceof CodeHostError && error.final);
    const asked = error instanceof CodeHostError ? error.retryAfter : null;
    const pause =
      isFinal || attempts + 1 >= mostAttempts
        ? null
        : redeliverAfter(attempts, asked === null ? null : asked / 1_000);
    await noteChatOutcome(database, rule.id, error instanceof Error ? error.message : String(error));
    return pause === null ? deleteChatMessage(database, due) : retryChatMessage(database, due, pause);
  }
  await deleteChatMessage(database, due);
  await noteChatOutcome(database, rule.id, null);
}
