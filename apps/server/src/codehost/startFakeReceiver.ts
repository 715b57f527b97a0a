import { createHmac, timingSafeEqual } from 'node:crypto';
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
  deliveries: Set<string>;
}

/** What a receiver of the signed webhook does that follows docs/code-hosts.md. */
export async function startFakeReceiver(): Promise<FakeReceiver> {
  const secret = 'secret of the receiver';
  const runs = new Map<string, ReceivedRun>();
  const deliveries = new Set<string>();
  const server = await startFakeServer(({ headers, body }) => {
    const timestamp = String(headers['svc-timestamp']);
    const expected = Buffer.from(
      `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    );
    const given = Buffer.from(String(headers['svc-signature']));
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isSigned || Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return { status: 401 };
    const payload = JSON.parse(body);
    if (payload.version !== 1) return { status: 400 };
    if (payload.deliveryId !== headers['svc-delivery']) return { status: 400 };
    deliveries.add(payload.deliveryId);
    const run: ReceivedRun = payload.checkRun;
    const known = runs.get(run.externalId);
    if (!known || known.revision <= run.revision) runs.set(run.externalId, run);
    return { status: 200 };
  });
  return Object.assign(server, { secret, runs, deliveries });
}
