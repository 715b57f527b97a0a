import type { Capture, CaptureTarget } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import { nameTargets } from './nameTargets.js';
import type { Beginning } from './runCapture.js';

/** How long a command that was told to end waits for the id of the capture that it has to cancel. */
const patienceMs = 10_000;

interface Asked {
  targets: CaptureTarget[];
  proof?: false;
  complete?: boolean;
  partial?: boolean;
}

/** Makes a capture of targets. If Ctrl-C comes while the service makes it, it is awaited for a while, so that it can be cancelled. */
export async function captureTargets(
  asked: Asked,
  { origin, progress }: Pick<Beginning, 'origin' | 'progress'>,
  flags: ServiceFlags,
  context: Context,
): Promise<Capture> {
  const { signal, stop } = lingering(context.signal);
  try {
    const client = await createClient(flags, { ...context, signal }, progress);
    return await client.createCapture({ ...origin, ...asked });
  } catch (error) {
    throw nameTargets(error, asked.targets);
  } finally {
    stop();
  }
}

/** A signal that comes later than another. */
function lingering(interruption: AbortSignal): { signal: AbortSignal; stop: () => void } {
  interruption.throwIfAborted();
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => controller.abort(interruption.reason), patienceMs);
  };
  interruption.addEventListener('abort', begin, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      interruption.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
}
