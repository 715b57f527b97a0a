import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, testFleet } from './testFleet.js';

/** A preview that runs a story's play function as Storybook does, with the parts of it that the fleet knows. */
const preview = `<body class="sb-show-main"><div id="storybook-root"></div><script>
  const listeners = {};
  const channel = {
    on(event, listener) { (listeners[event] ??= []).push(listener); },
    emit(event, detail) { for (const listener of listeners[event] ?? []) listener(detail); },
  };
  window.__STORYBOOK_ADDONS_CHANNEL__ = channel;
  const ask = async (path) => (await fetch(path)).text();
  const plays = {
    fine: async () => {},
    // Succeeds the second time that the story is shown.
    shy: async ({ step }) => { await step('look around', async () => {
      const said = await ask('/begin');
      await ask('/end');
      if (said === 'first') throw new Error('Unable to find a button');
    }); },
    broken: async ({ step }) => {
      await step('open the menu', async () => {});
      await step('choose', async () => step('the second entry', async () => { throw new Error('expected 3 to be 4'); }));
    },
    stuck: async ({ step }) => { await step('wait for the answer', () => new Promise(() => {})); },
  };
  const preview = { storyStoreValue: {} };
  window.__STORYBOOK_PREVIEW__ = preview;
  const show = async (id) => {
    const story = {
      playFunction: plays[id],
      unboundStoryFn: () => { document.querySelector('#storybook-root').textContent = id; },
      runStep: (label, play, context) => play(context),
    };
    preview.currentRender = { id, story };
    const context = { step: (label, play) => story.runStep(label, play, context) };
    const enter = (newPhase) => {
      preview.currentRender.phase = newPhase;
      channel.emit('storyRenderPhaseChanged', { newPhase, storyId: id });
    };
    channel.emit('storyPrepared', {});
    enter('rendering');
    story.unboundStoryFn({});
    enter('playing');
    try {
      await story.playFunction(context);
      enter('finished');
    } catch (error) {
      channel.emit('playFunctionThrewException', { message: error.message });
      enter('errored');
    }
  };
  channel.on('setCurrentStory', ({ storyId }) => show(storyId));
  channel.on('forceRemount', ({ storyId }) => show(storyId));
  show(new URLSearchParams(location.search).get('id'));
</script></body>`;

let server: TestServer;
let fleet: Fleet;
let begun = 0;
/** Requests that are never answered. */
let silent = 0;

beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (request.url?.includes('id=silent')) silent += 1;
    else if (pathname === '/iframe.html')
      response.writeHead(200, { 'content-type': 'text/html' }).end(preview);
    else if (pathname === '/begin') {
      begun += 1;
      response.end(begun === 1 ? 'first' : 'again');
    } else response.end();
  });
  fleet = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`] });
});
beforeEach(() => {
  begun = 0;
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const story = (id: string): CaptureTarget => ({
  name: id,
  url: `http://127.0.0.1:${server.port}/iframe.html?id=${id}&viewMode=story`,
  framework: 'stories-a',
});

it('a play function that fails is run again alone, and fails with its own error and step', async () => {
  const outcomes = await captureAll(fleet, ['fine', 'shy', 'broken'].map(story));
  expect(outcomes.get('fine')).toMatchObject({ ok: true, notes: [] });
  expect(outcomes.get('shy')).toMatchObject({
    ok: true,
    notes: ['the play function failed beside other pages, and succeeded alone'],
  });
  expect(begun).toBe(2);
  expect(outcomes.get('broken')).toMatchObject({
    ok: false,
    message: 'the play function failed in the step "the second entry": expected 3 to be 4',
  });
});

it('a play function that never ends says in which step it is', async () => {
  const hurried = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`],
    targetTimeoutMs: 10_000,
  });
  try {
    expect((await captureAll(hurried, [story('stuck')])).get('stuck')).toMatchObject({
      ok: false,
      message:
        'timed out after 10 s while waiting for Storybook to render the story stuck and to run its play function; ' +
        'the play function is in the step "wait for the answer"',
    });
  } finally {
    await hurried.close();
  }
});

it('a story that times out before it plays is tried again alone, once', async () => {
  const hurried = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`],
    targetTimeoutMs: 8_000,
  });
  try {
    const outcomes = await captureAll(hurried, ['silent', 'fine'].map(story));
    expect(outcomes.get('silent')).toMatchObject({
      ok: false,
      message: 'timed out after 8 s while loading the build of the story',
    });
    expect(silent).toBe(2);
  } finally {
    await hurried.close();
  }
});
