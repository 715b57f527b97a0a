import { gzipSync } from 'node:zlib';
import type { Capture, Diff, DiffAccessibility, Site } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { accessibilityRecord } from '../../testing/pages/accessibilityRecord.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { tarOf } from '../../testing/tarOf.js';
import type { Fleet } from '../domain/captures/Fleet.js';

let captured: string[] = [];

/** A story shows a button with what its file says, which changes no pixel. */
const fleet: Fleet = {
  async capture(targets, { onOutcome, wantsRules }) {
    for (const [index, { name, url }] of targets.entries()) {
      captured.push(name);
      const png = image(1);
      const tree = accessibilityRecord({ save: labels[name] ?? '' }, null);
      const isWanted = await wantsRules?.(index, png, tree);
      const checked = isWanted ? accessibilityRecord({ save: labels[name] ?? '' }) : null;
      const paths = ['iframe.html', 'index.json', 'preview.js', `${name}.stories.js`];
      const loads = { page: 'iframe.html', storyId: name, paths, asked: paths, repeated: [], recipe: 'one' };
      expect(url).toContain(name);
      await onOutcome(index, {
        ...{ ok: true, png, unstable: false, loads },
        ...{ timings: { load: 1, settle: 1, shot: 1 }, renderer: 'one' },
        ...(isWanted !== undefined && { accessibility: { tree, checked } }),
      });
    }
  },
  discoverStories: async () => [],
  recipe: async () => 'one',
  close: async () => {},
};

const stories = ['button', 'card'];
let labels: Record<string, string> = {};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
  service.resources.isAudited = () => false;
});
afterAll(() => service.stop());

let suite = '';
let commits: string[] = [];
function begin(name: string): void {
  suite = name;
  commits = [];
}

const setMode = (a11y: 'off' | 'review') =>
  service.resources.database.updateTable('projects').set({ a11y }).execute();

/** Captures a build whose buttons have these labels, and compares it with what was accepted. */
async function build(shown: Record<string, string>) {
  [labels, captured] = [shown, []];
  const files = {
    'iframe.html': '<script src="./preview.js"></script>',
    'index.json': JSON.stringify({
      entries: Object.fromEntries(stories.map((id) => [id, { id, importPath: `./${id}.stories.tsx` }])),
    }),
    'preview.js': `all={${stories.map((id) => `"./${id}.stories.tsx":()=>o(()=>import("./${id}.stories.js"),[],import.meta.url)`)}}`,
    ...Object.fromEntries(stories.map((id) => [`${id}.stories.js`, `show("${shown[id]}")`])),
  };
  const sent = await service.upload('/api/v1/sites', gzipSync(tarOf(files)), 'application/gzip');
  const { cdnUrl } = await settled(service, 'sites', (sent.body as Site).id);
  const targets = stories.map((id) => ({ name: id, url: `${cdnUrl}iframe.html?id=${id}&viewMode=story` }));
  const [commit, ...history] = [`c0ffee${(0x10 + commits.length).toString(16)}`, ...commits];
  commits.unshift(commit as string);
  const run = { suite, branch: 'main', commit, history, targets };
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', run);
  await settled(service, 'captures', body.id);
  const made = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: body.id });
  const { id } = await settled(service, 'diffs', made.body.id);
  await service.ask('POST', `/api/v1/diffs/${id}/approve`, {});
  const { changes } = (await service.ask<DiffAccessibility>('GET', `/api/v1/diffs/${id}/accessibility`)).body;
  return {
    captured,
    changes: changes.map(({ name, findings }) => `${name}: ${findings.map(({ kind }) => kind)}`),
  };
}

test('what a proven story says to assistive technology is what its record says, however long it is proven', async () => {
  await setMode('review');
  begin('proven for long');
  await build({ button: 'Save', card: 'Open' });
  for (let round = 0; round < 22; round += 1) {
    const { captured: taken } = await build({ button: `Save ${round}`, card: 'Open' });
    expect(taken).toEqual(['button']);
  }
  const { captured: taken, changes } = await build({ button: 'Save 21', card: '' });
  expect(taken).toEqual(['card']);
  expect(changes).toContain('card: nameLost');
});

test('a story without a record is captured once records are wanted', async () => {
  await setMode('off');
  begin('without records');
  await build({ button: 'Save', card: 'Open' });
  expect((await build({ button: 'Save', card: 'Open' })).captured).toEqual([]);
  await setMode('review');
  expect((await build({ button: 'Save', card: 'Open' })).captured).toEqual(stories);
  expect((await build({ button: 'Save', card: 'Open' })).captured).toEqual([]);
  expect((await build({ button: 'Save', card: '' })).changes).toContain('card: nameLost');
});
