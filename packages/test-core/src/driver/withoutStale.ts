import { slotOf } from '../Shot.js';
import type { Note, ShotNote } from './KeptShot.js';

/**
 * Pictures without those of slots that only attempts took which failed before their test passed: the test does not show them.
 * @param notes in the order in which they were made
 * @returns first what such attempts took: one that timed out may have taken its picture after the attempt that passed
 */
export function withoutStale(notes: readonly Note[]): ShotNote[] {
  const passes = new Map<string, { attempts: Set<string>; last: number }>();
  for (const [index, { passed }] of notes.entries()) {
    if (!passed) continue;
    const attempts = passes.get(passed.test)?.attempts ?? new Set();
    passes.set(passed.test, { attempts: attempts.add(passed.attempt), last: index });
  }
  const failed: ShotNote[] = [];
  const others: ShotNote[] = [];
  for (const [index, note] of notes.entries()) {
    if (note.passed) continue;
    const { by } = note;
    const pass = by && passes.get(by.test);
    (pass && index < pass.last && !pass.attempts.has(by.attempt) ? failed : others).push(note);
  }
  const shown = new Set(others.map(shownBy));
  return [...failed.filter((note) => shown.has(shownBy(note))), ...others];
}

const shownBy = ({ by, shot }: ShotNote): string => `${by?.test} ${slotOf(shot)}`;
