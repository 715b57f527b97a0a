import type { Capture, Diff, LiveEvent } from '@svc/schema';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { createWebSession, insertPerson } from '../store/accounts/people.js';
import { saveMember } from '../store/organisations/organisations.js';

let service: TestService;
let url: string;
beforeAll(async () => {
  service = await startTestService();
  url = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service?.stop());

const patient = { timeout: 60_000 };

async function build(suite: string, red: number, options: object = {}): Promise<Diff> {
  const created = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    branch: 'topic',
    commit: red.toString(16).padStart(7, 'a'),
    snapshots: [{ name: 'card' }],
    ...options,
  });
  const path = `/api/v1/snapshots?captureId=${created.body.id}&name=card`;
  expect((await service.upload(path, image(red), 'image/png')).status).toBe(200);
  const made = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: created.body.id });
  return settled(service, 'diffs', made.body.id);
}

async function signIn(name: string): Promise<Record<string, string>> {
  const { database } = service.resources;
  const made = await insertPerson(database, { name, email: null, password: null });
  if (!made) throw new Error('no person');
  await saveMember(database, { org: 'acme', userId: made.id, role: 'viewer' });
  const session = await createWebSession(database, made.id, 1, null);
  return { cookie: `svc_session=${session}`, 'x-svc-project': 'acme/web' };
}

/** Opens the stream of a diff; asked again while the service does not hear yet. */
async function watch(id: string, headers: Record<string, string> = { 'x-api-key': service.apiKey }) {
  const ending = new AbortController();
  const answer = await vi.waitFor(async () => {
    const tried = await fetch(`${url}/api/v1/diffs/${id}/events`, { headers, signal: ending.signal });
    expect(tried.status).toBe(200);
    return tried;
  }, patient);
  const events: LiveEvent[] = [];
  let isOpen = true;
  void (async () => {
    let text = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const one of whole) if (one.startsWith('data: ')) events.push(JSON.parse(one.slice(6)));
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOpen = false;
    });
  return { answer, events, isOpen: () => isOpen, close: () => ending.abort() };
}

test('a decision, a newer build and a comparison that begins again are told to open pages', async () => {
  const { id, suite } = await build('live', 10);
  const page = await watch(id);
  expect(Object.fromEntries(page.answer.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(page.answer.headers.get('content-encoding')).toBeNull();
  const told = (kind: LiveEvent['kind']) =>
    vi.waitFor(() => {
      expect(page.events.map((event) => event.kind)).toContain(kind);
      page.events.length = 0;
    }, patient);

  await service.ask('POST', `/api/v1/diffs/${id}/reject`, {});
  await told('changed');
  await build(suite, 20);
  await told('suite-changed');
  await service.ask('POST', `/api/v1/diffs/${id}/rediff`, {});
  await told('changed');
  await settled(service, 'diffs', id);
  page.close();
});

test('people who look at one diff see each other, and nobody once they are alone', async () => {
  const { id } = await build('people', 10);
  const ada = await watch(id, await signIn('Ada'));
  const grace = await watch(id, await signIn('Grace'));
  await watch(id);
  const peopleOf = (page: typeof ada) =>
    page.events.flatMap((event) => (event.kind === 'people' ? [event.people.map(({ name }) => name)] : []));
  // On a busy machine, somebody may be gone for a moment.
  const seenBy = (page: typeof ada) => peopleOf(page).at(-1);
  await vi.waitFor(() => expect([seenBy(ada), seenBy(grace)]).toEqual([['Grace'], ['Ada']]), patient);
  grace.close();
  await vi.waitFor(() => expect(seenBy(ada)).toEqual([]), patient);
  // Nobody else is told, and nothing twice.
  const told = peopleOf(ada);
  expect(told).toEqual(told.map((_, index) => (index % 2 === 0 ? ['Grace'] : [])));
  const toldGrace = peopleOf(grace);
  expect(toldGrace).toEqual(toldGrace.map((_, index) => (index % 2 === 0 ? ['Ada'] : [])));
  ada.close();
});

test('an unknown diff has no events', async () => {
  const answer = await service.ask('GET', '/api/v1/diffs/dif_none/events');
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'DIFF_NOT_FOUND' } } });
});

test('a service that stops ends its streams, and answers 503 where nothing is heard', async () => {
  const { id } = await build('stops', 10);
  const page = await watch(id);
  await service.resources.live.close();
  await vi.waitFor(() => expect(page.isOpen()).toBe(false), patient);
  expect(await service.ask('GET', `/api/v1/diffs/${id}/events`)).toMatchObject({ status: 503 });
});
