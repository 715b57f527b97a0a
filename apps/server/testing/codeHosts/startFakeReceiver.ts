import { randomBytes } from 'node:crypto';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { type FakeServer, startFakeServer } from './startFakeServer.js';

export interface ReceivedRun {
  externalId: string;
  revision: number;
  name: string;
  headSha: string;
  outcome: string;
  title: string;
  summary: string;
  detailsUrl: string;
}

export interface FakeReceiver extends FakeServer {
  secret: string;
  /** The newest state of each check. */
  runs: Map<string, ReceivedRun>;
  /** Their ids. */
  deliveries: Set<string>;
}

/** What a receiver of the signed webhook does that follows docs/code-hosts.md. */
export async function startFakeReceiver(): Promise<FakeReceiver> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const verifier = new Webhook(secret);
  const runs = new Map<string, ReceivedRun>();
  const deliveries = new Set<string>();
  const server = await startFakeServer(({ headers, body }) => {
    const signed = {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    };
    try {
      verifier.verify(body, signed);
    } catch (error) {
      if (error instanceof WebhookVerificationError) return { status: 401 };
      throw error;
    }
    const payload = JSON.parse(body);
    if (payload.version !== 1) return { status: 400 };
    deliveries.add(signed['webhook-id']);
    const run: ReceivedRun = payload.checkRun;
    const known = runs.get(run.externalId);
    if (!known || known.revision <= run.revision) runs.set(run.externalId, run);
    return { status: 200 };
  });
  return Object.assign(server, { secret, runs, deliveries });
}
