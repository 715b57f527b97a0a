import { setTimeout as sleep } from 'node:timers/promises';
import { isDeliveryPending, listCheckRunsOfDiffs } from '../../store/checks/checkRuns.js';
import { type DeliveryResources, deliverCheckRuns } from './deliverCheckRuns.js';

/** Milliseconds between looks for what somebody else is delivering. */
const pause = 50;

/**
 * Has the code host show these diffs, so that the addresses of their check runs are known. What is not shown in time is
 * left to the deliveries that follow.
 * @param patience milliseconds that it may take
 */
export async function deliverPromptly(
  resources: DeliveryResources,
  diffIds: readonly string[],
  patience: number,
): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  const ids = await listCheckRunsOfDiffs(resources.database, diffIds);
  const isPending = () => isDeliveryPending(resources.database, ids);
  for (let pending = await isPending(); pending && !signal.aborted; ) {
    await deliverCheckRuns(resources, signal, ids);
    pending = await isPending();
    if (pending) await sleep(pause, undefined, { signal }).catch(() => {});
  }
}
