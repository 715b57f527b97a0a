import { forgetRequests } from '../service/access/forgetRequests.js';
import { forgetTries } from '../service/accounts/forgetTries.js';
import { endAbandonedCaptures } from '../service/captures/endAbandonedCaptures.js';
import { expireCaptures } from '../service/captures/expireCaptures.js';
import { forgetMail } from '../service/mail/forgetMail.js';
import { scoreNewFlakes } from '../service/noise/scoreNewFlakes.js';
import type { Resources } from '../service/Resources.js';
import { applyRetention } from '../service/retention/applyRetention.js';
import { markUnnamed } from '../service/retention/markUnnamed.js';
import { removeMarked } from '../service/retention/removeMarked.js';
import { removeOldRows } from '../service/retention/removeOldRows.js';
import { rotateSigningKey } from '../service/rotateSigningKey.js';
import { expireSessions } from '../service/sessions/expireSessions.js';
import { endAbandonedSites } from '../service/sites/endAbandonedSites.js';

/** Milliseconds between looks for what has expired. */
const interval = 3_600_000;

/**
 * Deletes expired captures, images, sites and rows that are kept no longer and what is kept of old requests, blobs that nothing names,
 * ends idle sessions and captures, fails sites whose files never came, scores flakes, and renews the key of image tokens, now and every
 * hour.
 * @param keepRows days for which results and snapshots are kept; null forever
 * @returns ends that, once what is under way is done
 */
export function keepExpiring(
  resources: Pick<Resources, 'database' | 'queue' | 'blobs' | 'commitGraphs' | 'vault'>,
  keepRows: number | null,
  onError: (error: unknown) => void,
  warn: (message: string) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const expire = async () => {
    await expireCaptures(resources, ending.signal).catch(onError);
    await endAbandonedCaptures(resources, ending.signal).catch(onError);
    await endAbandonedSites(resources, ending.signal).catch(onError);
    await expireSessions(resources, ending.signal).catch(onError);
    await removeMarked(resources, ending.signal).catch(onError);
    await resources.blobs.removeLeftovers().catch(onError);
    await markUnnamed(resources, ending.signal).catch(onError);
    await applyRetention(resources, ending.signal).catch(onError);
    await removeOldRows(resources, keepRows, { signal: ending.signal, warn }).catch(onError);
    await scoreNewFlakes(resources, ending.signal).catch(onError);
    await forgetRequests(resources).catch(onError);
    await forgetTries(resources).catch(onError);
    await forgetMail(resources).catch(onError);
    await rotateSigningKey(resources).catch(onError);
  };
  let running = expire();
  const timer = setInterval(() => {
    running = running.then(expire);
  }, interval).unref();
  return () => {
    clearInterval(timer);
    ending.abort();
    return running;
  };
}
