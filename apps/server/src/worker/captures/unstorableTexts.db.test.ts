import { gzipSync } from 'node:zlib';
import type { Site, StoryEntry } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { tarOf } from '../../../testing/tarOf.js';
import type { CaptureOutcome, Fleet } from '../../domain/captures/Fleet.js';

/** PostgreSQL has neither NUL nor half of a surrogate pair; pages write both. */
const odd = 'odd \0 \ud83d!';
const shown = 'odd \uFFFD \uFFFD!';

const captured = {
  ok: true,
  png: image(1),
  unstable: false,
  timings: { load: 1, settle: 1, shot: 1 },
  renderer: 'browser 1',
} as const;
const outcomes: Record<string, CaptureOutcome> = {
  throws: { ok: false, message: `the story threw ${odd}`, console: [`error: ${odd}`] },
  warns: { ...captured, notes: [`dialog: ${odd}`] },
  lacks: { ...captured, incomplete: [{ url: `http://site/${odd}`, reason: odd }] },
  fine: captured,
};

let discover: () => StoryEntry[];

const fleet: Fleet = {
  async capture(targets, { onOutcome }) {
    for (const [index, { name }] of targets.entries())
      await onOutcome(index, outcomes[name] as CaptureOutcome);
  },
  discoverStories: async () => discover(),
  close: async () => {},
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service?.stop());

test('what a page writes is kept with a sign where it cannot be stored', async () => {
  const targets = Object.keys(outcomes).map((name) => ({ name, url: 'https://example.com' }));
  const { body } = await service.ask<{ id: string }>('POST', '/api/v1/captures', { suite: 'odd', targets });
  const capture = await settled(service, 'captures', body.id);
  expect(capture).toMatchObject({ status: 'completed', completedSnapshots: 3, failedSnapshots: 1 });
  expect(capture.failures).toMatchObject([{ name: 'throws', message: `the story threw ${shown}` }]);
});

/** The site of a build in which the fleet discovers these stories. */
async function upload(find: () => StoryEntry[]): Promise<Site> {
  discover = find;
  const archive = gzipSync(tarOf({ 'index.json': '{}', 'iframe.html': '' }));
  const { body } = await service.upload('/api/v1/sites', archive, 'application/gzip');
  return settled(service, 'sites', (body as Site).id);
}

test('a build that cannot start says what its page writes', async () => {
  const site = await upload(() => {
    throw new Error(`its console says: ${odd}`);
  });
  expect(site).toMatchObject({ status: 'failed', error: `its console says: ${shown}` });
});
