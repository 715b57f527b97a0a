import { Webhook } from 'standardwebhooks';
import type { CheckRun, CodeHost, DeliveredCheck } from '../domain/codeHosts/CodeHost.js';
import type { Send } from './createSend.js';
import { refusal } from './refusal.js';

export interface WebhookTarget {
  url: string;
  /** `org/project`. */
  project: string;
  /** `whsec_` and the key in base64. */
  secret: string;
}

/** Of the payload; a field that is added does not change it. */
const payloadVersion = 1;

/** The same for every delivery of the same state. It has no dot, which separates the parts of what is signed. */
const webhookId = ({ externalId, revision }: CheckRun): string => `${externalId}_${revision}`;

/**
 * Tells any address about check runs, signed as Standard Webhooks. A receiver knows a repeated delivery by its id; it
 * keeps the newest state by `revision`.
 */
export function openWebhook(
  { url, project, secret }: WebhookTarget,
  send: Send,
  now: () => number = Date.now,
): CodeHost {
  const signer = new Webhook(secret);

  async function deliver(
    run: CheckRun,
    _hostId: string | null,
    signal: AbortSignal,
  ): Promise<DeliveredCheck> {
    const id = webhookId(run);
    const { actions: _, ...checkRun } = run;
    const body = JSON.stringify({ version: payloadVersion, event: 'check_run', project, checkRun });
    const sentAt = new Date(now());
    const answer = await send(new URL(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'svc',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
        'webhook-signature': signer.sign(id, sentAt, body),
      },
      body,
      signal,
    });
    if (answer.status < 200 || answer.status >= 300) throw refusal('The webhook', answer, now());
    return { hostId: null, url: null };
  }

  return { deliver, comment: null, mayWrite: null, examine: null, isOnBranch: null };
}
