import { slotKey } from '../../domain/slot.js';
import { revokeEntries } from '../../store/baselines/baselines.js';
import type { Database } from '../../store/database.js';
import { revokeDecisions } from '../../store/decisions/decisions.js';
import type { DecidableResult, DiffRow } from '../../store/diffs/diffs.js';
import { lockBaselines } from '../../store/projects/suites.js';
import { noteDecisions } from './noteDecisions.js';

/**
 * Takes decisions of a diff back, with the promotions they made (R6). One that was remembered from another diff has no
 * record of its own here, so its withdrawal is noted: memory must not bring it back.
 */
export async function withdraw(
  transaction: Database,
  diff: DiffRow,
  results: readonly DecidableResult[],
  actor: string,
): Promise<void> {
  await lockBaselines(transaction, diff.suiteId, 'write');
  await revokeEntries(transaction, diff.id, results);
  const own = new Set((await revokeDecisions(transaction, diff.id, results)).map(slotKey));
  await noteDecisions(
    transaction,
    diff,
    results.filter((result) => !own.has(slotKey(result))),
    'withdrawn',
    actor,
  );
}
