import { id } from '@svc/schema';
import { z } from 'zod';
import { findResult, readResults, resultOfName } from '../results/findResult.js';
import { detailResult } from '../results/presentResult.js';
import { imageKind, readImages } from '../results/readImages.js';
import { defineTool } from '../Tool.js';

export const readResult = defineTool({
  name: 'read_result',
  title: 'Read one result, with images',
  description:
    'Reads one result of a diff: where it changed (boxes in pixels of the current image), why, what it was compared with, ' +
    'and on request its images. Ask for "thumbnail" first: it shows the first changed region. ' +
    '"difference" is a mask of the pixels that changed.',
  operations: ['getReview', 'getResultCauses'],
  onlyPeople: false,
  isReadOnly: true,
  input: resultOfName.extend({
    diffId: id.describe('Such as dif_….'),
    images: z.array(imageKind).max(4).default([]).describe('Images to send along; none unless named.'),
  }),
  async run(asker, { diffId, images: kinds, ...wanted }) {
    const { review, results } = await readResults(asker, diffId);
    const result = findResult(results, wanted);
    const { name, viewport, browser } = result;
    const query = { name, viewport: viewport ?? undefined, browser: browser ?? undefined };
    const [{ causes }, { images, withoutImage }] = await Promise.all([
      result.status === 'changed' && review.status === 'completed'
        ? asker.call('getResultCauses', { params: { id: diffId }, query })
        : { causes: null },
      readImages(asker, review, result, [...new Set(kinds)]),
    ]);
    return {
      data: { diffId, ...detailResult(result), causes, reviewUrl: review.reviewUrl, withoutImage },
      images,
    };
  },
});
