import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Slot, slotKey } from '../slot.js';
import { isReviewable } from './judgeResult.js';
import {
  type Base,
  type CarriedSlot,
  type HeadSlot,
  type KnownSlots,
  type PlannedRun,
  planSlots,
  withoutCaptured,
} from './planSlots.js';

const slot = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  viewport: fc.constantFrom('', '800x600'),
  browser: fc.constantFrom('', 'firefox'),
});
const look = fc.constantFrom('red', 'green', 'blue');
const imageOf = (pixels: string) => ({ hash: `hash of ${pixels}`, pixels });
const image = look.map(imageOf);
const captureId = fc.constantFrom('cap_1', 'cap_2');
const threshold = fc.option(fc.constantFrom(0, 0.5));
const antiAliasing = fc.option(fc.boolean());
const none = fc.constant(null);
const box = { x: 1, y: 2, width: 3, height: 4 };
const ignored = fc.option(fc.constant([box]));
const terms = { path: none, threshold, antiAliasing, ignored };

const oneEach = <S extends Slot>(one: fc.Arbitrary<S>) =>
  fc.uniqueArray(one, { selector: slotKey, maxLength: 8 });

const captured = oneEach(
  fc
    .record({ slot, image: fc.option(image), ...terms })
    .map((one): HeadSlot => ({ ...one.slot, ...one, failed: one.image === null })),
);
const carried = oneEach(
  fc.record({ slot, look: fc.option(image), captureId, ...terms }).map(
    ({ slot: of, look: from, ...rest }): CarriedSlot => ({
      ...of,
      ...rest,
      hash: from?.hash ?? null,
      pixels: from?.pixels ?? null,
    }),
  ),
);
/** Another capture of the same commit has images, and no removals. */
const sameCommit = carried.map((slots) => slots.filter(({ hash }) => hash !== null));
const bases = oneEach(
  fc.record({ slot, image: fc.option(image), captureId }).map(
    (one): Base => ({
      ...one.slot,
      ...one,
      source: one.image ? 'branch:main' : null,
      reason: 'target-seen',
      entry: null,
      newer: null,
    }),
  ),
);
const ofOtherParts = fc.array(slot).map((slots) => new Set(slots.map(slotKey)));
const known: fc.Arbitrary<KnownSlots> = fc.record({
  captured,
  sameCommit,
  unresolved: carried,
  bases,
  ofOtherParts,
});
const run: fc.Arbitrary<PlannedRun> = fc.record({
  threshold: fc.constant(0.1),
  sensitivity: fc.constantFrom('pixels', 'perceptual'),
  antiAliasing: fc.constant(true),
  manifest: fc.option(fc.subarray(['a', 'b', 'c', 'd', 'e'])),
  complete: fc.boolean(),
  exitCode: fc.constantFrom(null, 0, 1),
  failedSnapshots: fc.constantFrom(0, 1),
});

const holds = (check: (run: PlannedRun, known: KnownSlots) => void) =>
  fc.assert(fc.property(run, known, check), { numRuns: 500 });

test('each slot is planned once, and only slots that are known', () => {
  holds((of, slots) => {
    const planned = planSlots(of, slots).map(slotKey);
    expect(new Set(planned).size).toBe(planned.length);
    const all = [...slots.captured, ...slots.bases, ...slots.sameCommit, ...slots.unresolved].map(slotKey);
    expect(planned.filter((key) => !all.includes(key))).toEqual([]);
  });
});

test('every captured image is planned as it is, whatever else is known of its slot', () => {
  holds((of, slots) => {
    const planned = new Map(planSlots(of, slots).map((one) => [slotKey(one), one]));
    for (const one of slots.captured) {
      if (one.image === null) continue;
      expect(planned.get(slotKey(one))).toMatchObject({ head: one.image, carried: null });
    }
  });
});

test('a slot is removed only by a run that declares itself complete, succeeded and failed nowhere (R24)', () => {
  holds((of, slots) => {
    const removed = planSlots(of, slots).filter(({ verdict }) => verdict === 'removed');
    for (const one of removed) {
      const wasPending = slots.unresolved.some(
        (open) => open.hash === null && slotKey(open) === slotKey(one),
      );
      const isDeclared = of.complete || (of.manifest?.includes(one.name) ?? false);
      const isClean = (of.exitCode ?? 0) === 0 && of.failedSnapshots === 0;
      expect(wasPending || (isDeclared && isClean)).toBe(true);
    }
  });
});

test('what another part of the run shows is not removed (R24, R46)', () => {
  holds((of, slots) => {
    const removed = planSlots(of, { ...slots, unresolved: [] }).filter(
      ({ verdict }) => verdict === 'removed',
    );
    expect(removed.filter((one) => slots.ofOtherParts.has(slotKey(one)))).toEqual([]);
  });
});

test('what a manifest leaves out is never reviewed (R24)', () => {
  holds((of, slots) => {
    if (of.manifest === null) return;
    const outside = planSlots(of, slots).filter(({ name }) => !of.manifest?.includes(name));
    expect(new Set(outside.map(({ verdict }) => verdict))).toEqual(
      new Set(outside.length > 0 ? ['skipped'] : []),
    );
  });
});

test('what is decoded has two sides that differ; what is new has no base, what is removed has one', () => {
  holds((of, slots) => {
    for (const { verdict, head, base } of planSlots(of, slots)) {
      if (verdict === 'compare') expect(head?.pixels).not.toBe(base?.pixels);
      if (verdict === 'compare') expect([head === null, base === null]).toEqual([false, false]);
      if (verdict === 'new') expect([head === null, base === null]).toEqual([false, true]);
      if (verdict === 'removed') expect([head === null, base === null]).toEqual([true, false]);
    }
  });
});

test('an unresolved change stays reviewable while nobody captures its slot again (R23)', () => {
  holds((of, slots) => {
    const open: PlannedRun = { ...of, manifest: null, complete: false };
    const planned = new Map(planSlots(open, { ...slots, sameCommit: [] }).map((one) => [slotKey(one), one]));
    const images = new Map(slots.bases.map((base) => [slotKey(base), base.image]));
    for (const one of withoutCaptured(slots.unresolved, slots.captured)) {
      const base = images.get(slotKey(one)) ?? null;
      if (one.pixels === (base?.pixels ?? null)) continue;
      const verdict = planned.get(slotKey(one))?.verdict;
      expect(verdict === 'compare' || (verdict !== undefined && isReviewable(verdict))).toBe(true);
    }
  });
});

test('the own terms of a snapshot decide, then those of what is carried, then those of the diff', () => {
  const one = { name: 'a', viewport: '', browser: '' };
  const unset = { path: null, threshold: null, antiAliasing: null, ignored: null };
  const set = { path: ['x'], threshold: 0.5, antiAliasing: false, ignored: [box] };
  const head = { ...one, image: null, failed: true, ...unset };
  const from = { ...one, captureId: 'cap_1', hash: 'h', pixels: 'p', ...set };
  const of: PlannedRun = {
    threshold: 0.1,
    sensitivity: 'perceptual',
    antiAliasing: true,
    manifest: null,
    complete: false,
    exitCode: null,
    failedSnapshots: 1,
  };
  const plan = (slots: Partial<KnownSlots>) =>
    planSlots(of, {
      captured: [],
      sameCommit: [],
      unresolved: [],
      bases: [],
      ofOtherParts: new Set(),
      ...slots,
    })[0];
  expect(plan({ captured: [{ ...head, threshold: 0.9 }], sameCommit: [from] })?.threshold).toBe(0.9);
  expect(plan({ captured: [head], sameCommit: [from] })).toMatchObject({
    ...set,
    ignored: { base: [], head: [box] },
  });
  const own = { ...head, image: imageOf('red') };
  expect(plan({ captured: [own] })).toMatchObject({
    threshold: 0.1,
    antiAliasing: true,
    ignored: { base: [], head: [] },
  });
  expect(plan({ captured: [{ ...own, antiAliasing: false }] })?.antiAliasing).toBe(false);
  expect(plan({ captured: [{ ...own, ignored: [box] }] })?.ignored.head).toEqual([box]);
});
