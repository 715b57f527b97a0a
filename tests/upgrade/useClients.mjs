// Runs in a project that has the SDK of the previous version: uploads, compares, decides, and reads.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SvcClient } from '@svc/sdk';

const [apiUrl, apiKey, before, after] = process.argv.slice(2);
const client = new SvcClient({ apiUrl, apiKey });
const place = { suite: 'upgraded', branch: 'main', baselineRef: 'main' };

async function build(commit, file, autoApprove) {
  const { sessionId } = await client.createSession({ ...place, commit, autoApprove });
  const png = readFileSync(file);
  const result = await client.uploadSnapshotWithDiff({ ...place, commit, name: 'Home', png, sessionId });
  await client.completeSession(sessionId);
  return result;
}

await build('a1', before, true);
const second = await build('a2', after, false);
assert.equal(second.status, 'changed');
const approved = await client.approve(second.diffId);
assert.deepEqual([approved.approved, approved.total], [1, 1]);
assert.equal((await client.getDiff(second.diffId)).conclusion, 'success');
assert.deepEqual((await client.listBaselines({ suite: 'upgraded', branch: 'main' })).length, 1);
