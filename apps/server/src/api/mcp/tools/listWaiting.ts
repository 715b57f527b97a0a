import { name, paging } from '@svc/schema';
import { z } from 'zod';
import { presentDiff } from '../results/presentResult.js';
import { defineTool } from '../Tool.js';

export const listWaiting = defineTool({
  name: 'list_waiting',
  title: 'List what waits for review',
  description:
    'Lists diffs whose changes nobody has decided about, newest first: of each branch and suite the newest build. ' +
    'Each has a diffId for read_diff and a reviewUrl for people.',
  operations: ['listDiffs'],
  onlyPeople: false,
  isReadOnly: true,
  input: z.strictObject({
    suite: name.optional().describe('Only diffs of this suite.'),
    limit: z.number().int().min(1).max(50).default(20),
    cursor: paging.shape.cursor.describe('nextCursor of the page before.'),
  }),
  async run({ call }, { suite, limit, cursor }) {
    const { diffs, nextCursor } = await call('listDiffs', {
      query: { waiting: 'true', suite, limit, cursor },
    });
    return { data: { count: diffs.length, diffs: diffs.map(presentDiff), nextCursor } };
  },
});
