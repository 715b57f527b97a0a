import { listUnscored, scoreFlakes } from '../../store/noise/flakySlots.js';
import type { Resources } from '../Resources.js';

/** Scores all flakes that nobody has looked at (R62). Any number of processes may do so. */
export async function scoreNewFlakes(
  { database }: Pick<Resources, 'database'>,
  signal: AbortSignal,
): Promise<void> {
  for (const projectId of await listUnscored(database)) {
    const score = () => database.transaction().execute((transaction) => scoreFlakes(transaction, projectId));
    while (!signal.aborted && (await score()));
  }
}
