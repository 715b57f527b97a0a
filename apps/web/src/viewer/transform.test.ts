import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, keptInside, maximumScale, minimumScale, zoomAt } from './transform.js';

const size = fc.record({
  width: fc.integer({ min: 1, max: 8_000 }),
  height: fc.integer({ min: 1, max: 8_000 }),
});
const pane = fc.record({
  width: fc.integer({ min: 200, max: 2_000 }),
  height: fc.integer({ min: 200, max: 2_000 }),
});
const coordinate = fc.integer({ min: -500, max: 2_500 });

describe('fit', () => {
  it('shows the full width and never enlarges', () => {
    fc.assert(
      fc.property(size, pane, (picture, room) => {
        const { x, k } = fit(picture, room);
        expect(k).toBeLessThanOrEqual(1);
        if (k > minimumScale) expect(x + picture.width * k).toBeLessThanOrEqual(room.width + 1);
      }),
    );
  });

  it('shows a small picture whole, in the middle, at its own size', () => {
    expect(fit({ width: 100, height: 50 }, { width: 500, height: 450 })).toEqual({ x: 200, y: 200, k: 1 });
  });

  it('shows a very tall page from its top at full width', () => {
    expect(fit({ width: 1_000, height: 20_000 }, { width: 532, height: 700 })).toEqual({
      x: 16,
      y: 16,
      k: 0.5,
    });
  });
});

describe('zoomAt', () => {
  it('keeps the point under the cursor where it is, and the scale within bounds', () => {
    fc.assert(
      fc.property(
        coordinate,
        coordinate,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        coordinate,
        coordinate,
        (x, y, factor, px, py) => {
          const before = { x, y, k: 1 };
          const after = zoomAt(before, factor, { x: px, y: py });
          expect((px - after.x) / after.k).toBeCloseTo(px - x, 6);
          expect((py - after.y) / after.k).toBeCloseTo(py - y, 6);
          expect(after.k).toBeGreaterThanOrEqual(minimumScale);
          expect(after.k).toBeLessThanOrEqual(maximumScale);
        },
      ),
    );
  });
});

describe('keptInside', () => {
  it('leaves a strip of the picture in sight', () => {
    fc.assert(
      fc.property(size, pane, coordinate, coordinate, (picture, room, x, y) => {
        const kept = keptInside({ x: x * 10, y: y * 10, k: 1 }, picture, room);
        expect(kept.x).toBeLessThan(room.width);
        expect(kept.x + picture.width).toBeGreaterThan(0);
        expect(kept.y).toBeLessThan(room.height);
        expect(kept.y + picture.height).toBeGreaterThan(0);
      }),
    );
  });
});
