import { type SnapshotDiffResult, type SvcClient, SvcError } from '@svc/sdk';
import { expect, test } from 'vitest';
import { SnapshotRun } from './SnapshotRun.js';

const traces = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    sent: {
      shot: { suite: 'e2e', name: `page ${index}`, file: '', testId: '', attempt: 0, path: [] },
      result: { captureId: 'cap_1' } as SnapshotDiffResult,
      isFlaky: false,
    },
    file: 'trace.zip',
  }));

/** A run whose service refuses the traces of some snapshots, by their names. */
function runRefusing(refusals: Record<string, string> = {}) {
  const asked: string[] = [];
  const client = {
    async uploadTrace(_captureId: string, { name }: { name: string }) {
      asked.push(name);
      const code = refusals[name];
      if (code) throw new SvcError({ code, message: `no: ${code}`, statusCode: 400 });
    },
  } as unknown as SvcClient;
  const fields = { sessionId: 'ses_1', branch: 'main', commit: 'c0ffee' };
  return { asked, run: new SnapshotRun(client, { fields, isOwn: true }) };
}

test('a trace that is refused leaves the others alone', async () => {
  const { asked, run } = runRefusing({ 'page 0': 'ARCHIVE_TOO_LARGE' });
  expect(await run.attachTraces(traces(2))).toEqual([
    '  the trace of page 0 was not attached: no: ARCHIVE_TOO_LARGE',
  ]);
  expect(asked).toEqual(['page 0', 'page 1']);
});

test('a service that takes none is not asked again', async () => {
  const { asked, run } = runRefusing({ 'page 0': 'QUOTA_EXCEEDED' });
  expect(await run.attachTraces(traces(3))).toHaveLength(1);
  expect(asked).toEqual(['page 0']);
});

test('a run in which everything changed attaches the first traces, and says so', async () => {
  const { asked, run } = runRefusing();
  expect(await run.attachTraces(traces(52))).toEqual([
    '  2 more traces were not attached: a run attaches 50',
  ]);
  expect(asked).toHaveLength(50);
});
