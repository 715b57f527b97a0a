import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  between,
  fit,
  keptInside,
  maximumScale,
  minimumScale,
  openOn,
  showBox,
  speck,
  zoomAt,
} from './transform.js';

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

describe('openOn', () => {
  const room = { width: 600, height: 500 };
  const changed = size.chain((image) =>
    fc.record({
      image: fc.constant(image),
      regions: fc.array(
        fc
          .tuple(fc.nat(image.width - 1), fc.nat(image.height - 1), fc.integer({ min: 1, max: 300 }))
          .map(([x, y, side]) => ({
            x,
            y,
            width: Math.min(side, image.width - x),
            height: Math.min(side, image.height - y),
          })),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  );

  it('has the first change in sight, large enough to be seen', () => {
    fc.assert(
      fc.property(changed, pane, ({ image, regions }, place) => {
        const [first] = regions;
        if (!first) throw new Error('no region');
        const { x, y, k } = openOn(image, place, regions);
        expect(Math.max(first.width, first.height) * k).toBeGreaterThanOrEqual(speck - 0.01);
        expect(x + first.x * k).toBeLessThan(place.width);
        expect(x + (first.x + first.width) * k).toBeGreaterThan(0);
        expect(y + first.y * k).toBeLessThan(place.height);
        expect(y + (first.y + first.height) * k).toBeGreaterThan(0);
      }),
    );
  });

  it('is the fitted image where nothing changed', () => {
    fc.assert(
      fc.property(size, pane, (image, place) => {
        expect(openOn(image, place, [])).toEqual(fit(image, place));
      }),
    );
  });

  it('enlarges a small icon by whole steps', () => {
    const icon = { width: 24, height: 24 };
    expect(openOn(icon, room, [{ x: 4, y: 4, width: 10, height: 10 }]).k).toBe(16);
    expect(openOn({ width: 120, height: 40 }, room, [{ x: 4, y: 4, width: 90, height: 10 }]).k).toBe(4);
  });

  it('shows a change at its own size where the page has to shrink', () => {
    const page = { width: 1_280, height: 720 };
    expect(openOn(page, room, [{ x: 40, y: 40, width: 200, height: 50 }])).toEqual({ x: 16, y: 16, k: 1 });
    const middle = openOn(page, room, [{ x: 600, y: 340, width: 80, height: 40 }]);
    expect(middle).toEqual({ x: 300 - 640, y: 250 - 360, k: 1 });
    const end = openOn(page, room, [{ x: 1_200, y: 700, width: 80, height: 20 }]);
    expect(end).toEqual({ x: 600 - 16 - 1_280, y: 500 - 16 - 720, k: 1 });
    expect(openOn(page, room, [{ x: 640, y: 360, width: 3, height: 3 }]).k).toBeGreaterThan(8);
  });

  it('shows a page whole whose changes lie far apart', () => {
    const page = { width: 1_280, height: 720 };
    const [one, other] = [
      { x: 40, y: 40, width: 200, height: 50 },
      { x: 1_000, y: 600, width: 200, height: 50 },
    ];
    expect(openOn(page, room, [one, other])).toEqual(fit(page, room));
  });

  it('has changes that fit at their own size all in sight, at that size', () => {
    const side = fc.integer({ min: speck, max: 150 });
    const boxes = fc.array(fc.record({ x: fc.nat(150), y: fc.nat(150), width: side, height: side }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(boxes, fc.nat(900), fc.nat(400), (near, left, top) => {
        const regions = near.map((box) => ({ ...box, x: box.x + left, y: box.y + top }));
        const { x, y, k } = openOn({ width: 1_280, height: 720 }, room, regions);
        expect(k).toBe(1);
        for (const region of regions) {
          expect(x + region.x).toBeGreaterThanOrEqual(0);
          expect(y + region.y).toBeGreaterThanOrEqual(0);
          expect(x + region.x + region.width).toBeLessThanOrEqual(room.width);
          expect(y + region.y + region.height).toBeLessThanOrEqual(room.height);
        }
      }),
    );
  });

  it('scrolls a tall page to its first change at full width, not past its top', () => {
    const page = { width: 1_136, height: 20_000 };
    const { x, y, k } = openOn(page, room, [{ x: 0, y: 10_000, width: 1_136, height: 100 }]);
    expect([x, k]).toEqual([16, 0.5]);
    expect(y).toBe(250 - 10_050 * 0.5);
    expect(openOn(page, room, [{ x: 0, y: 10, width: 500, height: 20 }]).y).toBe(16);
  });
});

describe('between', () => {
  const transform = fc.record({
    x: coordinate,
    y: coordinate,
    k: fc.double({ min: 0.1, max: 10, noNaN: true }),
  });

  it('starts at one place and ends at the other, and the scale never leaves their range', () => {
    fc.assert(
      fc.property(
        transform,
        transform,
        pane,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, to, place, share) => {
          for (const [end, at] of [
            [from, 0],
            [to, 1],
          ] as const) {
            const here = between(from, to, place, at);
            expect(here.x).toBeCloseTo(end.x, 4);
            expect(here.y).toBeCloseTo(end.y, 4);
            expect(here.k).toBeCloseTo(end.k, 6);
          }
          const { k } = between(from, to, place, share);
          expect(k).toBeGreaterThanOrEqual(Math.min(from.k, to.k) * 0.999);
          expect(k).toBeLessThanOrEqual(Math.max(from.k, to.k) * 1.001);
        },
      ),
    );
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
