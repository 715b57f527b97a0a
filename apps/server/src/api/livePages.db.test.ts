import { gzipSync } from 'node:zlib';
import type { Capture, Diff, LivePages, Review, Site } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestFleet } from '../../testing/createTestFleet.js';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';

let shade = 10;
let service: TestService;
beforeAll(async () => {
  service = await startTestService(createTestFleet(() => ({ shade })));
});
afterAll(() => service?.stop());

const ask = async <Body>(method: 'GET' | 'POST', path: string, body?: object, apiKey?: string) => {
  const answer = await service.ask<Body>(method, `/api/v1/${path}`, body, apiKey);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};

const index = {
  v: 5,
  entries: {
    'forms-button--docs': { id: 'forms-button--docs', type: 'docs', title: 'Forms/Button' },
    'forms-button--primary': { id: 'forms-button--primary', type: 'story', title: 'Forms/Button' },
  },
};

async function upload(files: Record<string, string>): Promise<Site> {
  const archive = gzipSync(tarOf({ 'index.html': 'book', 'iframe.html': 'story', ...files }));
  const { body } = await service.upload('/api/v1/sites', archive, 'application/gzip');
  return settled(service, 'sites', (body as Site).id);
}

const addressIn = ({ cdnUrl }: Site) => `${cdnUrl}iframe.html?id=forms-button--primary`;

async function capture(url: string, origin: object): Promise<string> {
  const metadata = { storyId: 'forms-button--primary', tags: ['dev', 'test', 'visual', 3] };
  const targets = [{ name: 'button', url, metadata }];
  const { id } = await ask<Capture>('POST', 'captures', { suite: 'book', targets, ...origin });
  expect((await settled(service, 'captures', id)).status).toBe('completed');
  return id;
}

const compare = async (headCaptureId: string): Promise<string> => {
  const { id } = await ask<Diff>('POST', 'diffs', { suite: 'book', headCaptureId });
  return (await settled(service, 'diffs', id)).id;
};

test('both pages of a result are there as long as their builds are, with the documentation of the component', async () => {
  const [old, now] = [await upload({}), await upload({ 'index.json': JSON.stringify(index) })];
  await capture(addressIn(old), { branch: 'main', commit: 'aaaaaaa1', autoBaseline: true });
  shade = 20;
  const id = await compare(await capture(addressIn(now), { branch: 'topic', commit: 'bbbbbbb1' }));
  const pages = () => ask<LivePages>('GET', `diffs/${id}/pages?name=button`);
  const after = { url: addressIn(now), docsUrl: `${now.cdnUrl}?path=/docs/forms-button--docs` };
  expect(await pages()).toEqual({ before: { url: addressIn(old), docsUrl: null }, after });

  const review = await ask<Review>('GET', `diffs/${id}/review`);
  expect(unpackReview(review)).toMatchObject([{ name: 'button', tags: ['visual'] }]);

  await service.resources.database.deleteFrom('sites').where('id', '=', old.id).execute();
  expect(await pages()).toEqual({ before: null, after });
});

test('a page of an address has no documentation, and an uploaded image no page', async () => {
  const id = await compare(await capture('http://pages.example/', { branch: 'page', commit: 'ccccccc1' }));
  expect(await ask('GET', `diffs/${id}/pages?name=button`)).toMatchObject({
    after: { url: 'http://pages.example/', docsUrl: null },
  });
  const { id: uploaded } = await ask<Capture>('POST', 'captures', {
    suite: 'files',
    snapshots: [{ name: 'a' }],
  });
  await service.upload(`/api/v1/snapshots?captureId=${uploaded}&name=a`, image(5), 'image/png');
  const { id: files } = await ask<Diff>('POST', 'diffs', { suite: 'files', headCaptureId: uploaded });
  await settled(service, 'diffs', files);
  expect(await ask('GET', `diffs/${files}/pages?name=a`)).toEqual({ before: null, after: null });
  expect((await service.ask('GET', `/api/v1/diffs/${files}/pages?name=b`)).status).toBe(400);
});

test('diffs are found by branch, commit and pull request', async () => {
  const ci = {
    pullRequest: { number: 42, title: 'Round the button', author: 'Alice', url: 'https://git.example/42' },
  };
  const id = await compare(
    await capture('http://pages.example/', { branch: 'feature/Round', commit: 'eeeeeee1', ci }),
  );
  const found = async (q: string) =>
    (await ask<{ diffs: Diff[] }>('GET', `diffs?suite=book&q=${encodeURIComponent(q)}`)).diffs.map(
      (diff) => diff.id,
    );
  for (const q of ['ROUND', 'feature eeeeeee1', '#42', 'the button', 'alice'])
    expect(await found(q), q).toEqual([id]);
  expect(await found('alice topic')).toEqual([]);
  expect(await found("%' or true --")).toEqual([]);
  expect((await found('book')).length).toBeGreaterThan(2);
});
