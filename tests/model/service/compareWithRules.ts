import type { Observation, ObservedResult } from '../Observation.js';
import type { Watcher } from '../steps/playCommands.js';

/** What is compared. */
export type Aspect = 'results' | 'reasons' | 'baselines' | 'checks' | 'conclusions';
const aspects: readonly Aspect[] = ['results', 'reasons', 'baselines', 'checks', 'conclusions'];

/** Steps after which the service may show something else. */
const heard = new Set(['build', 'end', 'approve', 'reject', 'revoke', 'compare again']);

/** Compares what the service shows with what the rules say, after every step. */
export const compareWithRules = (compared: readonly Aspect[] = aspects): Watcher => ({
  async after({ oracle, service }, step) {
    if (!service || !heard.has(step.do)) return;
    const shown = linesOf(await service.observe(), compared);
    const expected = linesOf(oracle.observe(), compared);
    const different = [...new Set([...expected.keys(), ...shown.keys()])].flatMap((key) => {
      const [is, should] = [shown.get(key) ?? 'nothing', expected.get(key) ?? 'nothing'];
      return is === should ? [] : [`${key}: the service says ${is}, the rules ${should}`];
    });
    if (different.length > 0) throw new Error(different.join('\n'));
  },
});

/** Everything that is compared, each with a name. */
function linesOf(
  { builds, baselines, checks }: Observation,
  compared: readonly Aspect[],
): Map<string, string | null> {
  const lines = new Map<string, string | null>();
  const note = (aspect: Aspect, name: string, value: string | null) => {
    if (compared.includes(aspect)) lines.set(name, value);
  };
  for (const [label, { conclusion, results }] of Object.entries(builds)) {
    note('conclusions', `conclusion of ${label}`, conclusion);
    for (const [slot, result] of Object.entries(results)) {
      note('results', `${slot} of ${label}`, outcomeOf(result));
      note('reasons', `base of ${slot} of ${label}`, reasonOf(result));
    }
  }
  for (const [branch, active] of Object.entries(baselines)) {
    for (const [slot, look] of Object.entries(active)) {
      note('baselines', `baseline of ${slot} on ${branch}`, look);
    }
  }
  for (const [commit, verdict] of Object.entries(checks)) note('checks', `check of ${commit}`, verdict);
  return lines;
}

function outcomeOf({ base, head, status, approval }: ObservedResult): string {
  if (status === 'skipped') return `${status}, base ${base}`;
  const decision = status === 'unchanged' ? '' : ` ${approval}`;
  return `${base ?? '-'}→${head ?? '-'} ${status}${decision}`;
}

/** Where a remembered result's base is from is said of the decision instead. */
function reasonOf({ reason, ref, commit }: ObservedResult): string {
  return reason === 'remembered' || ref === null ? reason : `${reason} ${ref}@${commit}`;
}
