import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fit, keptInside, maximumScale, minimumScale, showBox, zoomAt } from './transform.js';

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
      fc.property(size, pane, (image, room) => {
        const { x, k } = fit(image, room);
        expect(k).toBeLessThanOrEqual(1);
        if (k > minimumScale) expect(x + image.width * k).toBeLessThanOrEqual(room.width + 1);
      }),
    );
  });

  it('shows a small image whole, in the middle, at its own size', () => {
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

describe('showBox', () => {
  it('has the box in the middle, a large one from its top', () => {
    fc.assert(
      fc.property(size, coordinate, coordinate, pane, (box, x, y, room) => {
        const { x: left, y: top, k } = showBox({ ...box, x, y }, room);
        expect(left + (x + box.width / 2) * k).toBeCloseTo(room.width / 2, -1);
        const middle = top + (y + box.height / 2) * k;
        if (box.height * k <= room.height - 32) expect(middle).toBeCloseTo(room.height / 2, -1);
        else expect(top + y * k).toBeCloseTo(16, -1);
      }),
    );
  });

  it('enlarges four times at most, a speck until it can be seen', () => {
    const room = { width: 800, height: 600 };
    expect(showBox({ x: 0, y: 0, width: 30, height: 30 }, room).k).toBe(4);
    expect(showBox({ x: 0, y: 0, width: 1, height: 1 }, room).k).toBe(maximumScale);
    expect(showBox({ x: 0, y: 0, width: 6, height: 2 }, room).k).toBe(8);
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
  it('leaves a strip of the image in sight', () => {
    fc.assert(
      fc.property(size, pane, coordinate, coordinate, (image, room, x, y) => {
        const kept = keptInside({ x: x * 10, y: y * 10, k: 1 }, image, room);
        expect(kept.x).toBeLessThan(room.width);
        expect(kept.x + image.width).toBeGreaterThan(0);
        expect(kept.y).toBeLessThan(room.height);
        expect(kept.y + image.height).toBeGreaterThan(0);
      }),
    );
  });
});
