import { expect, test } from 'vitest';
import { closeAfterAll } from '../../../sdk/testing/closeAfterAll.js';
import { sampleCapture } from '../../../sdk/testing/samples.js';
import { type FakeHandlers, Refusal, startFakeService } from '../../../sdk/testing/startFakeService.js';
import { runSvc } from '../../testing/runSvc.js';

const kept = closeAfterAll();

async function cancel(handlers: FakeHandlers) {
  const service = kept(await startFakeService(handlers));
  const told = await runSvc(['cancel', 'cap_1'], {
    env: { SVC_API_KEY: 'svc_test', SVC_API_URL: service.url },
  });
  return { ...told, requests: service.requests.map(({ operation }) => operation) };
}

test('says how the capture has ended', async () => {
  const { code, stdout, requests } = await cancel({
    cancelCapture: () =>
      sampleCapture({
        status: 'failed',
        error: 'cancelled by ci',
        completedSnapshots: 1,
        totalSnapshots: 3,
      }),
  });
  expect([code, stdout]).toEqual([
    0,
    'Capture cap_1 has failed: cancelled by ci\n1 of 3 snapshots captured\n',
  ]);
  expect(requests).toEqual(['cancelCapture']);
});

test('names a capture that is not there, and passes on why one cannot be cancelled', async () => {
  const missing = await cancel({
    cancelCapture: () => new Refusal('CAPTURE_NOT_FOUND', 'Capture not found'),
  });
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining('this project has no capture cap_1'),
  ]);
  const completed = await cancel({
    cancelCapture: () => new Refusal('CAPTURE_COMPLETED', 'Capture cap_1 is completed already'),
  });
  expect([completed.code, completed.stderr]).toEqual([2, expect.stringContaining('is completed already')]);
});
