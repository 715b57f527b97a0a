import { type AnswerOf, id, type Review } from '@svc/schema';
import type { UnpackedResult } from '@svc/schema/unpackReview';
import { z } from 'zod';
import { isReviewable, nameOf, readResults } from '../results/findResult.js';
import { presentDiff, presentResult } from '../results/presentResult.js';
import { defineTool } from '../Tool.js';

const isShown: Record<'pending' | 'reviewable' | 'all', (result: UnpackedResult) => boolean> = {
  pending: (result) => isReviewable(result) && result.approvalStatus === 'pending',
  reviewable: isReviewable,
  all: () => true,
};

export const readDiff = defineTool({
  name: 'read_diff',
  title: 'Read a diff',
  description:
    'Reads a diff: its counts and conclusion, its results page by page, and why they changed, by cause ' +
    '(such as a custom property or a text that explains many results). Fields that say nothing are left out. ' +
    'read_result tells more of one result and shows its images.',
  operations: ['getReview', 'getCauses'],
  onlyPeople: false,
  isReadOnly: true,
  input: z.strictObject({
    diffId: id.describe('Such as dif_….'),
    show: z
      .enum(['pending', 'reviewable', 'all'])
      .default('reviewable')
      .describe('Which results: not decided yet, changed, new or removed, or unchanged ones as well.'),
    offset: z.number().int().min(0).max(1_000_000).default(0).describe('Results to pass over.'),
    limit: z.number().int().min(1).max(100).default(30),
  }),
  async run({ call }, { diffId, show, offset, limit }) {
    const { review, results } = await readResults({ call }, diffId);
    const shown = results.filter(isShown[show]);
    const end = offset + limit;
    return {
      data: {
        ...presentDiff(review),
        isStale: review.isStale,
        newerBuild: review.newerBuild,
        resultsRemovedAt: review.resultsRemovedAt,
        ...(offset === 0 ? { ...describeFailures(review), causes: await readCauses() } : {}),
        shown: {
          show,
          from: offset,
          count: Math.max(0, Math.min(limit, shown.length - offset)),
          of: shown.length,
        },
        results: shown.slice(offset, end).map(presentResult),
        nextOffset: end < shown.length ? end : null,
      },
    };

    async function readCauses() {
      if (review.status !== 'completed' || review.counts.changed === 0) return null;
      return presentCauses(await call('getCauses', { params: { id: diffId } }));
    }
  },
});

const describeFailures = ({ failures }: Pick<Review, 'failures'>) => ({
  failures: failures.slice(0, 20).map((failure) => ({ ...nameOf(failure), message: failure.message })),
});

const presentCauses = ({ groups, slots, total, unexplained, unknown }: AnswerOf<'getCauses'>) => ({
  total,
  groups: groups.slice(0, 20).map(({ kind, property, from, to, component, text, results, explains }) => ({
    text,
    kind,
    property,
    from,
    to,
    component,
    results: results.length,
    explainsAlone: explains.length,
    examples: results.slice(0, 3).flatMap((place) => slots[place]?.name ?? []),
  })),
  /** Changed results with regions that no cause explains, and those that nothing is known of. */
  unexplained: unexplained.length || null,
  unknown: unknown || null,
});
