import type { Part } from '../src/domain/checks/Part.js';
import type { Report, SlotResult } from '../src/domain/checks/Report.js';

export const whole: Part = { shard: null, job: null, runKey: null };
export const job = (name: string): Part => ({ shard: null, job: name, runKey: 'run' });
export const shard = (index: number, total: number | null, fields: Partial<Part> = {}): Part => ({
  shard: { index, total },
  job: null,
  runKey: 'run',
  ...fields,
});

export const slotResult = (name: string, fields: Partial<SlotResult> = {}): SlotResult => ({
  name,
  viewport: '',
  browser: '',
  status: 'unchanged',
  approvalStatus: 'approved',
  isLoose: false,
  ...fields,
});

/** A result that somebody has to look at. */
export const pending = (name: string): SlotResult =>
  slotResult(name, { status: 'changed', approvalStatus: 'pending' });

let serial = 0;

/** A session that captured the whole of a suite without changes. It ended at `at`, an hour if there is none. */
export function exampleReport(at: number, fields: Partial<Report> = {}): Report {
  const results = fields.results ?? [slotResult('button')];
  return {
    suite: 'forms',
    diffId: `dif_${String(++serial).padStart(6, '0')}`,
    branch: 'feature',
    target: 'main',
    part: whole,
    isSession: true,
    status: 'completed',
    error: null,
    endedEarly: null,
    exitCode: 0,
    isEmpty: false,
    failed: 0,
    began: at - 1,
    ended: at,
    results,
    unchanged: results.filter(({ status }) => status === 'unchanged').length,
    skipped: 0,
    ...fields,
  };
}
