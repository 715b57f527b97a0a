import { numberGroupAlone, type Review, ReviewPacking, type ReviewResult } from '@svc/schema';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { exampleDiff, exampleResult } from '../testing/exampleReview.js';
import { readReview } from './readReview.js';

afterEach(() => vi.unstubAllGlobals());

/** Changes of which every third is like the one three before. */
const results = Array.from({ length: 25 }, (_, place) =>
  exampleResult({
    name: `story ${place}`,
    fingerprint: (place % 3 === 0 ? 7 : 100 + place).toString(16),
    comparisonId: place + 1,
    regions: [],
  }),
);

function pack(some: readonly ReviewResult[]) {
  const packing = new ReviewPacking(numberGroupAlone);
  const packed = some.map((result) => packing.pack(result));
  return { ...packing.shared(), results: packed };
}

interface Served {
  /** Results on a page. */
  length?: number;
  /** How many the review opens with; without, it is answered whole. */
  opening?: number;
  /** Status of an answer that names a snapshot. */
  named?: number;
}

/** Stubs a service with these results; answers what it was asked. */
function serve({ length = 10, opening, named = 200 }: Served) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://svc.test');
    asked.push(`${pathname.replace('/api/v1/diffs/dif_1', '')}?${searchParams}`);
    if (searchParams.has('name') && named !== 200)
      return new Response(JSON.stringify({ error: { code: 'VALIDATION_ERROR', message: 'No.' } }), {
        status: named,
      });
    if (pathname.endsWith('/results')) {
      const start = Number(searchParams.get('cursor') ?? 0);
      const end = start + length;
      const nextCursor = end < results.length ? String(end) : null;
      return Response.json({ ...pack(results.slice(start, end)), nextCursor });
    }
    const first = { ...exampleDiff([]), imageToken: 'token', isWhole: opening === undefined };
    return Response.json({ ...first, ...pack(results.slice(0, opening)) } as Review);
  });
  return asked;
}

const reading = { project: 'acme/web', id: 'dif_1' };
const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);

describe('a review', () => {
  it('that is answered whole is not asked for again', async () => {
    const asked = serve({});
    expect(namesOf((await readReview(reading)).results)).toEqual(namesOf(results));
    expect(asked).toEqual(['/review?part=opening']);
  });

  it.each([1, 7, 25, 100])('of many results is read %i at a time, and is whole then', async (length) => {
    const asked = serve({ length, opening: 4 });
    const { isWhole, results: read } = await readReview(reading);
    expect([isWhole, namesOf(read)]).toEqual([true, namesOf(results)]);
    expect(asked).toHaveLength(1 + Math.ceil(results.length / length));
    const grouped = read.filter(({ fingerprint }) => fingerprint !== null);
    expect(namesOf(grouped)).toEqual(namesOf(results.filter((_, place) => place % 3 === 0)));
    expect(read[24]?.diffImageUrl).toBe('/api/v1/comparisons/25/mask?token=token');
  });

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
    expect(shown).toEqual({ isWhole: false, names: namesOf(results.slice(0, 4)), asked: 1 });
    expect(asked[0]).toBe('/review?part=opening&name=story+2');
  });

  it('shows nothing where it is not known what comes first', async () => {
    serve({ opening: 0 });
    const onOpening = vi.fn();
    expect((await readReview({ ...reading, opening: {}, onOpening })).results).toHaveLength(results.length);
    expect(onOpening).not.toHaveBeenCalled();
  });

  it('opens at its first change where the address names what cannot be a snapshot', async () => {
    const asked = serve({ opening: 4, named: 400 });
    await readReview({ ...reading, opening: { name: 'x' } });
    expect(asked.slice(0, 2)).toEqual(['/review?part=opening&name=x', '/review?part=opening']);
  });

  it('fails where a page of it does', async () => {
    serve({ opening: 4, named: 500 });
    await expect(readReview({ ...reading, opening: { name: 'x' } })).rejects.toMatchObject({ status: 500 });
  });
});
