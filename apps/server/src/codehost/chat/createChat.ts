import type { Chat } from '../../domain/chat/ChatMessage.js';
import { formatMessage } from '../../domain/chat/formatMessage.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import type { Send } from '../createSend.js';
import { refusal } from '../refusal.js';

/** Chats with incoming webhooks: Slack, Teams and Discord. */
export const createChat = (send: Send): Chat => ({
  async post(kind, url, message, signal) {
    const answer = await send(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'svc' },
      body: JSON.stringify(formatMessage(kind, message)),
      signal,
    });
    if (answer.status >= 200 && answer.status < 300) return;
    const refused = refusal(new URL(url).host, answer, Date.now());
    // The address is all that there is to a webhook: one that is unknown or forbidden stays so.
    const final = refused.final || [401, 403, 404].includes(answer.status);
    throw new CodeHostError(refused.message, { final, retryAfter: refused.retryAfter });
  },
});
