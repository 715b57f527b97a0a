import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture } from '@svc/schema';

/** A capture when it is as wanted, looked at less often than the rate limit allows. Rejects when it ends otherwise. */
export async function waitForCapture(
  url: string,
  apiKey: string,
  id: string,
  isWanted: (capture: Capture) => boolean,
): Promise<Capture> {
  for (;;) {
    const response = await fetch(`${url}/api/v1/captures/${id}`, { headers: { 'x-api-key': apiKey } });
    if (response.status === 429) {
      await sleep(1_000 * Number(response.headers.get('retry-after') ?? 1));
      continue;
    }
    const capture: Capture = await response.json();
    if (isWanted(capture)) return capture;
    if (capture.status === 'completed' || capture.status === 'failed')
      throw new Error(`the capture is ${capture.status}: ${JSON.stringify(capture.failures)}`);
    await sleep(650);
  }
}
