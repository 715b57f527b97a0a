import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packAnswer, unpackAnswer } from './packAnswer.js';

test('an answer is unpacked as it was, also one that was kept before answers were packed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), async (json) => {
      const answer = `{"value":${json}}`;
      expect(await unpackAnswer(await packAnswer([Buffer.from(answer)]))).toBe(answer);
      expect(await unpackAnswer(Buffer.from(answer))).toBe(answer);
    }),
  );
});

test('the answer of an upload takes little more than its hashes and ids', async () => {
  const hash = (of: string) => createHash('sha256').update(of).digest('hex');
  const answer = JSON.stringify({
    value: {
      name: 'Components/Card/With a long title',
      browser: null,
      suite: 'storybook',
      status: 'unchanged',
      diffPercentage: 0,
      diffId: 'dif_01m8243f4je00b8fyaz7524npb',
      captureId: 'cap_01m8243f4je00b8fyaz7524npb',
      currentStorageKey: hash('same'),
      baselineStorageKey: hash('same'),
      diffStorageKey: null,
      path: null,
      approvalStatus: 'approved',
      baselineSource: 'branch:main',
      baseline: null,
      ignored: null,
    },
  });
  expect((await packAnswer([Buffer.from(answer)])).length).toBeLessThan(160);
});
