import { id } from '@svc/schema';
import { z } from 'zod';
import { presentDiff } from '../results/presentResult.js';
import { defineTool } from '../Tool.js';
import { untilEnded, waitSeconds } from '../untilEnded.js';

export const compareAgain = defineTool({
  name: 'compare_again',
  title: 'Compare a diff again',
  description:
    'Compares a diff again with the baselines of now: the answer to a stale diff (DIFF_STALE). Decisions about images that ' +
    'stay the same are kept.',
  operations: ['reDiff', 'getDiff'],
  onlyPeople: false,
  isReadOnly: false,
  input: z.strictObject({ diffId: id.describe('Such as dif_….'), waitSeconds }),
  async run({ call }, { diffId, waitSeconds: seconds }) {
    await call('reDiff', { params: { id: diffId }, body: {} });
    const ended = await untilEnded(
      () => call('getDiff', { params: { id: diffId }, query: { fields: 'summary' } }),
      seconds,
    );
    return { data: presentDiff(ended) };
  },
});
