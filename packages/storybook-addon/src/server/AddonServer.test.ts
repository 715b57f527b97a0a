import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AddonState, type Approval, events, type StoryState, type StoryStatus } from '../protocol.js';
import { AddonServer, type Settings } from './AddonServer.js';
import { openCannotApprove } from './notices.js';

vi.setConfig({ testTimeout: 60_000 });
/** On a busy machine. */
const until = (check: () => void) => vi.waitFor(check, 20_000);

const story = { id: 'forms-button--primary', title: 'Forms/Button', name: 'Primary', type: 'story' };
const slot = { name: 'Forms/Button/Primary', viewport: null, browser: null };

/** What the service answers, and what it was told. */
interface Service {
  diffId: string;
  status: string;
  pending: number;
  approved: { path: string; body: unknown }[];
  /** Status codes in place of answers, by the kind of request. */
  refused: { index?: number; approve?: number };
  /** Waited for before a diff is answered. */
  hold: Promise<void>;
  diffsAsked: number;
}

let service: Service;
let server: Server;
let folder: string;
let url: string;
let statuses: Record<string, StoryStatus>[];
let told: { event: string; detail: AddonState | StoryState }[];
let send: (event: string, detail: object) => void;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-addon-'));
  service = {
    diffId: 'dif_1',
    status: 'pending',
    pending: 1,
    approved: [],
    refused: {},
    hold: Promise.resolve(),
    diffsAsked: 0,
  };
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const answer = (body: object, code = 200) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const refuse = (code: number) => answer({ error: { code: 'INTERNAL', message: 'it went wrong' } }, code);
    const { refused } = service;
    if (pathname === '/index.json')
      return refused.index ? request.destroy() : answer({ entries: { [story.id]: story } });
    if (pathname === '/api/v1/builds') {
      const diff = {
        id: service.diffId,
        status: 'completed',
        reviewUrl: null,
        counts: { pending: service.pending },
      };
      return answer({
        builds: [{ status: 'completed', commit: null, createdAt: '2026-01-01T00:00:00Z', diff }],
      });
    }
    if (pathname.endsWith('/approve')) {
      const body = JSON.parse(await text(request));
      if (refused.approve) return refuse(refused.approve);
      service.approved.push({ path: pathname, body });
      service.status = 'approved';
      return answer({});
    }
    service.diffsAsked += 1;
    const { status } = service;
    await service.hold;
    const images = { baselineImageUrl: null, currentImageUrl: '', diffImageUrl: null };
    const result = { ...slot, status: 'changed', approvalStatus: status, diffPercentage: 1, ...images };
    return answer({
      id: pathname.split('/').at(-1),
      results: [{ ...result, decidedBy: null, approvals: null }],
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

function start(given: Partial<Settings> = {}): void {
  const listeners = new Map<string, (detail: never) => void>();
  told = [];
  statuses = [];
  const channel = {
    on: (event: string, listener: (detail: never) => void) => void listeners.set(event, listener),
    emit: (event: string, detail: object) => void told.push({ event, detail: detail as StoryState }),
  };
  send = (event, detail) => listeners.get(event)?.(detail as never);
  const env = { SVC_API_URL: url, SVC_API_KEY: 'svcl_1', SVC_PROJECT: 'acme/web', SVC_BRANCH: 'main' };
  new AddonServer(channel, {
    url: `${url}/`,
    isOpen: async () => false,
    showStatuses: (told) => void statuses.push(told),
    configDir: folder,
    options: { suite: 'book' },
    env: { ...env, HOME: folder },
    cwd: folder,
    ...given,
  });
}

const last = <Detail>(event: string) =>
  told.findLast((one) => one.event === event)?.detail as Detail | undefined;
const shown = () => last<StoryState>(events.story);
const state = () => last<AddonState>(events.state);
const statusShown = () => shown()?.results?.[0]?.approvalStatus;
const approval = (given: Partial<Approval> = {}): Approval => ({
  storyId: story.id,
  diffId: 'dif_1',
  slot,
  ifStatus: 'pending',
  ...given,
});

async function look(): Promise<void> {
  send(events.look, { storyId: story.id, isForced: true });
  await until(() => expect(statusShown()).toBe('pending'));
}

test('AddonServer: approves what it has told, and tells it again', async () => {
  start();
  await look();
  expect(state()?.whyNotApprove).toBeNull();
  // Nothing of the build tells that a first of two approvals was given.
  send(events.approve, approval());
  await until(() => expect(statusShown()).toBe('approved'));
  expect(service.approved).toEqual([
    { path: '/api/v1/diffs/dif_1/approve', body: { slots: [{ ...slot, ifStatus: 'pending' }] } },
  ]);
});

test('AddonServer: the sidebar shows the build, and what an approval makes of it', async () => {
  start();
  await look();
  expect(statuses.at(-1)).toEqual({
    [story.id]: { value: 'warning', text: expect.stringMatching(/^Changed/) },
  });
  send(events.approve, approval());
  await until(() => expect(statuses.at(-1)?.[story.id]?.value).toBe('success'));
});

test('AddonServer: nobody approves where others reach Storybook', async () => {
  start({ isOpen: async () => true });
  await look();
  expect(state()?.whyNotApprove).toBe(openCannotApprove);
  send(events.approve, approval());
  await until(() => expect(shown()?.problem).toBe(openCannotApprove));
  expect(service.approved).toEqual([]);
});

test.each([
  ['another diff', approval({ diffId: 'dif_2' })],
  ['another slot', approval({ slot: { ...slot, name: 'Forms/Button/Secondary' } })],
  ['another story', approval({ storyId: 'forms-button--secondary' })],
])('AddonServer: %s than was told is not approved', async (_what, wrong) => {
  start();
  await look();
  send(events.approve, wrong);
  await until(() => expect(shown()?.problem).toMatch(/^Not approved: this snapshot has changed/));
  expect(service.approved).toEqual([]);
});

test('AddonServer: a read from before an approval does not hide it', async () => {
  start();
  await look();
  let release = () => {};
  service.hold = new Promise((resolve) => {
    release = resolve;
  });
  service.pending = 2;
  const { diffsAsked } = service;
  send(events.look, { storyId: null, isForced: true });
  await until(() => expect(service.diffsAsked).toBe(diffsAsked + 1));
  send(events.approve, approval());
  await until(() => expect(service.approved).toHaveLength(1));
  release();
  await until(() => expect(statusShown()).toBe('approved'));
});

test('AddonServer: a refused approval says so', async () => {
  start();
  await look();
  service.refused.approve = 409;
  send(events.approve, approval());
  await until(() => expect(shown()?.problem).toBe('Not approved: it went wrong'));
});

test('AddonServer: a window that asks for nothing is sent a new build', async () => {
  start();
  await look();
  service.diffId = 'dif_2';
  send(events.look, { storyId: null, isForced: true });
  await until(() => expect(shown()?.results?.[0]?.diffId).toBe('dif_2'));
});

test('AddonServer: a build is shown although the list of stories cannot be read', async () => {
  start();
  await look();
  service.refused.index = 1;
  service.diffId = 'dif_2';
  send(events.look, { storyId: null, isForced: true });
  await until(() => expect(shown()?.results?.[0]?.diffId).toBe('dif_2'));
  expect(state()?.notices.map((notice) => notice.text)).toEqual([
    expect.stringContaining(`The list of stories at ${url}/index.json cannot be read`),
  ]);
});

test('AddonServer: a run that fails unexpectedly leaves the next one its turn', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'gone'));
  try {
    start();
    const run = async (storyId: string) => {
      send(events.run, { storyId });
      await until(() => expect(shown()).toMatchObject({ storyId, local: { state: 'failed' } }));
      return shown()?.local?.problem?.text;
    };
    expect(await run('a--b')).toMatch(/ENOENT/);
    vi.unstubAllEnvs();
    expect(await run('c--d')).toMatch(/Playwright/);
  } finally {
    vi.unstubAllEnvs();
  }
});
