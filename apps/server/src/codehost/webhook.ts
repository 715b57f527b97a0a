import { createHmac } from 'node:crypto';
import type { CheckRun, CodeHost, DeliveredCheck } from '../domain/CodeHost.js';
import type { Send } from './createSend.js';
import { refusal } from './refusal.js';

export interface WebhookTarget {
  url: string;
  /** `org/project`. */
  project: string;
  secret: string;
}

/** Of the payload; a field that is added does not change it. */
const payloadVersion = 1;

/** Of `<timestamp>.<body>`, as it is sent in `svc-signature`. */
export const signWebhook = (secret: string, timestamp: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

/**
 * Tells any address about check runs, signed. The same state always has the same delivery id, so a receiver knows a
 * repeated one; it keeps the newest by `revision`.
 */
export function openWebhook(
  { url, project, secret }: WebhookTarget,
  send: Send,
  now: () => number = Date.now,
): CodeHost {
  async function deliver(
    run: CheckRun,
    _hostId: string | null,
    signal: AbortSignal,
  ): Promise<DeliveredCheck> {
    const deliveryId = `${run.externalId}.${run.revision}`;
    const { actions: _, ...checkRun } = run;
    const body = JSON.stringify({
      version: payloadVersion,
      event: 'check_run',
      deliveryId,
      project,
      checkRun,
    });
    const timestamp = Math.floor(now() / 1_000);
    const answer = await send(new URL(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'svc',
        'svc-delivery': deliveryId,
        'svc-timestamp': String(timestamp),
        'svc-signature': signWebhook(secret, timestamp, body),
      },
      body,
      signal,
    });
    if (answer.status < 200 || answer.status >= 300) throw refusal('The webhook', answer, now());
    return { hostId: null, url: null };
  }

  return { deliver, comment: null, mayWrite: null };
}
