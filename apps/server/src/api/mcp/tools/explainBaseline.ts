import { id } from '@svc/schema';
import { findResult, nameOf, readResults, resultOfName } from '../results/findResult.js';
import { defineTool } from '../Tool.js';

/** Baselines and decisions that are listed; more do not help to understand. */
const mostListed = 20;

export const explainBaseline = defineTool({
  name: 'explain_baseline',
  title: 'Explain a baseline',
  description:
    'Explains why a result was compared with the baseline that it was compared with: which baselines there were, on which ' +
    'branch, who approved them in which diff, which one the commit has seen, and what people decided before about the two images.',
  operations: ['getReview', 'explainResult'],
  onlyPeople: false,
  isReadOnly: true,
  input: resultOfName.extend({ diffId: id.describe('Such as dif_….') }),
  async run(asker, { diffId, ...wanted }) {
    const { results } = await readResults(asker, diffId);
    const { name, viewport, browser } = findResult(results, wanted);
    const query = { name, viewport: viewport ?? undefined, browser: browser ?? undefined };
    const told = await asker.call('explainResult', { params: { id: diffId }, query });
    return {
      data: {
        diffId,
        ...told,
        ...nameOf(told),
        candidates: told.candidates.slice(0, mostListed),
        choices: told.choices.slice(0, mostListed),
      },
    };
  },
});
