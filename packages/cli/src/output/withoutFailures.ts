import type { ReportedResult, ReportedSuite } from './Output.js';
import { slotText } from './slotText.js';

/** The results without those that are only skipped because their capture failed: the failures say so themselves. */
export function withoutFailures({
  results,
  failed,
}: Pick<ReportedSuite, 'results' | 'failed'>): ReportedResult[] {
  const failures = new Set(failed.map(slotText));
  return results.filter((result) => result.status !== 'skipped' || !failures.has(slotText(result)));
}
