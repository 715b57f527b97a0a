import { id, ref } from '@svc/schema';
import { z } from 'zod';
import { presentDiff } from '../results/presentResult.js';
import { defineTool } from '../Tool.js';
import { untilEnded, waitSeconds } from '../untilEnded.js';

export const compareCapture = defineTool({
  name: 'compare_capture',
  title: 'Compare a capture',
  description:
    'Compares a capture with the baselines of a branch, or with another capture, and waits for the result: a diffId for ' +
    'read_diff. Snapshots without a baseline are new.',
  operations: ['getCapture', 'createDiff', 'getDiff'],
  onlyPeople: false,
  isReadOnly: false,
  input: z.strictObject({
    captureId: id.describe('Such as cap_….'),
    baselineRef: ref.optional().describe('Branch whose baselines count; the default branch unless given.'),
    baseCaptureId: id.optional().describe('Compare with this capture instead of baselines.'),
    waitSeconds,
  }),
  async run({ call }, { captureId, baselineRef, baseCaptureId, waitSeconds: seconds }) {
    const { suite } = await call('getCapture', { params: { id: captureId }, query: { fields: 'summary' } });
    const { id: diffId } = await call('createDiff', {
      body: { suite, headCaptureId: captureId, baselineRef, baseCaptureId },
    });
    const ended = await untilEnded(
      () => call('getDiff', { params: { id: diffId }, query: { fields: 'summary' } }),
      seconds,
    );
    return { data: presentDiff(ended) };
  },
});
