import { type Review, ReviewPacking, type ReviewResult } from '@svc/schema';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleDiff, exampleResult } from '../testing/exampleReview.js';
import { readReview } from './readReview.js';

afterEach(() => vi.unstubAllGlobals());

/** Changes of which every third is like the one three before. */
const changes = Array.from({ length: 2_200 }, (_, place) =>
  exampleResult({
    name: `story ${place}`,
    fingerprint: (place % 3 === 0 ? 7 : 100 + place).toString(16),
    comparisonId: place + 1,
    regions: [],
  }),
);

function pack(some: readonly ReviewResult[]) {
  const packing = new ReviewPacking('some');
  const packed = some.map((result) => packing.pack(result));
  return { ...packing.shared(), results: packed };
}

interface Served {
  /** Results of the review. */
  count?: number;
  /** How many the review opens with; without, it is answered whole. */
  opening?: number;
  /** How many there are once it is read in parts, where that is not the same. */
  later?: number;
  /** Status of an answer that names a snapshot. */
  named?: number;
  /** The place of a part that cannot be read. */
  broken?: number;
}

/** Stubs a service with these results; answers what it was asked. */
function serve({ count = 25, opening, later = count, named = 200, broken }: Served) {
  const results = changes.slice(0, later);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://svc.test');
    asked.push(`${pathname.replace('/api/v1/diffs/dif_1', '')}?${searchParams}`);
    if (searchParams.has('name') && named !== 200)
      return new Response(JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'No.' } }), {
        status: named,
      });
    if (pathname.endsWith('/results')) {
      const from = Number(searchParams.get('from'));
      if (from === broken) return new Response('{}', { status: 404 });
      // The last answers come first.
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 30 - from / 100)));
      const byName = results.toSorted((one, other) => (one.name < other.name ? -1 : 1));
      const part = byName.slice(from, from + Number(searchParams.get('limit')));
      return Response.json({ ...pack(part), positions: part.map((result) => results.indexOf(result)) });
    }
    const isWhole = opening === undefined || !searchParams.has('part');
    const first = { ...exampleDiff(changes.slice(0, count)), imageToken: 'token', isWhole };
    return Response.json({ ...first, ...pack(isWhole ? results : results.slice(0, opening)) } as Review);
  });
  return asked;
}

const reading = { project: 'acme/web', id: 'dif_1' };
const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);

describe('a review', () => {
  it('that is answered whole is not asked for again', async () => {
    const asked = serve({});
    expect(namesOf((await readReview(reading)).results)).toEqual(namesOf(changes.slice(0, 25)));
    expect(asked).toEqual(['/review?part=opening']);
  });

  it.each([25, 999, 1_000, 1_001, 2_000, 2_200])(
    'of %i results is read in parts, and is whole then',
    async (count) => {
      const asked = serve({ count, opening: 4 });
      const { isWhole, results: read } = await readReview(reading);
      expect([isWhole, namesOf(read)]).toEqual([true, namesOf(changes.slice(0, count))]);
      const parts = asked.slice(1).map((path) => Number(new URLSearchParams(path.split('?')[1]).get('from')));
      expect(new Set(parts).size).toBe(parts.length);
      expect(Math.max(...parts)).toBeLessThanOrEqual(count + 1_000);
      const grouped = read.filter(({ fingerprint }) => fingerprint !== null);
      const alike = changes.slice(0, count).filter((_, place) => place % 3 === 0);
      expect(namesOf(grouped)).toEqual(namesOf(alike));
      expect(read[24]?.diffImageUrl).toBe('/api/v1/comparisons/25/mask?token=token');
    },
  );

  it('shows what it opens with before the rest is asked for', async () => {
    const asked = serve({ opening: 4 });
    let shown: { isWhole: boolean; names: string[]; asked: number } | null = null;
    await readReview({
      ...reading,
      opening: { name: 'story 2' },
      onOpening: async ({ isWhole, results: first }) => {
        shown = { isWhole, names: namesOf(first), asked: asked.length };
      },
    });
    expect(shown).toEqual({ isWhole: false, names: namesOf(changes.slice(0, 4)), asked: 1 });
    expect(asked[0]).toBe('/review?part=opening&name=story+2');
  });

  it('shows nothing where it is not known what comes first', async () => {
    serve({ opening: 0 });
    const onOpening = vi.fn();
    expect((await readReview({ ...reading, opening: {}, onOpening })).results).toHaveLength(25);
    expect(onOpening).not.toHaveBeenCalled();
  });

  it('opens at its first change where the address names what cannot be a snapshot', async () => {
    const asked = serve({ opening: 4, named: 400 });
    await readReview({ ...reading, opening: { name: 'x' } });
    expect(asked.slice(0, 2)).toEqual(['/review?part=opening&name=x', '/review?part=opening']);
  });

  it.each([24, 26])(
    'of 25 results that are %i before they are read is read again, at once',
    async (later) => {
      const asked = serve({ opening: 4, later });
      const { isWhole, results: read } = await readReview(reading);
      expect([isWhole, namesOf(read)]).toEqual([true, namesOf(changes.slice(0, later))]);
      expect(asked.at(-1)).toBe('/review?');
    },
  );

  it('asks for no more parts once one of them failed', async () => {
    const asked = serve({ count: 2_200, opening: 4, broken: 0 });
    await expect(readReview(reading)).rejects.toMatchObject({ status: 404 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked.slice(1).map((path) => path.split('?')[0])).toEqual(['/review/results', '/review/results']);
  });

  it('fails where the service does', async () => {
    serve({ opening: 4, named: 500 });
    await expect(readReview({ ...reading, opening: { name: 'x' } })).rejects.toMatchObject({ status: 500 });
  });
});
