import type { SvcSpecResults } from './CypressEvents.js';
import { fileOfSpec } from './fileOfSpec.js';
import { run } from './run.js';

/** Tells which attempts passed of the tests that were tried again. */
export function notePassed(specs: readonly SvcSpecResults[]): void {
  for (const { spec, tests } of specs) {
    if (!tests.some(({ attempts }) => attempts.length > 1)) continue;
    for (const { title: titles, attempts } of tests)
      for (const [attempt, { state }] of attempts.entries())
        if (state === 'passed') run.notePassed({ file: fileOfSpec(spec.relative), titles, attempt });
  }
}
