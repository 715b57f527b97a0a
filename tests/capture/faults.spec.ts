import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { browserProcesses } from './browserProcesses.js';
import { buildExample } from './buildExample.js';
import { serve, serveFolders, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, sizeOf, targetsOf, testFleet } from './testFleet.js';

const pages: Record<string, string> = {
  '/fine': '<h1>Fine</h1>',
  '/alert':
    '<h1>A</h1><script>alert("hello"); if (!confirm("sure?") && prompt("who?") === null) print()</script>',
  '/popup': '<h1>P</h1><script>window.open("/fine")</script>',
  '/hang': '<h1>H</h1><script>setTimeout(() => { for (;;); }, 50)</script>',
  '/moves': '<h1>M</h1><script>setTimeout(() => { location.href = "/fine" }, 100)</script>',
  // Messages follow no clock.
  '/beyond': `<canvas></canvas><script>
    let count = 0;
    const brush = document.querySelector('canvas').getContext('2d');
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      brush.clearRect(0, 0, 300, 150);
      brush.fillText(String(count += 1), 20, 50);
      port2.postMessage(null);
    };
    port2.postMessage(null);
  </script>`,
  '/huge': '<div style="width: 9000px; height: 9000px">big</div>',
  '/late':
    '<h1 style="opacity: 0; transition: opacity 5s">L</h1><script>requestAnimationFrame(() => requestAnimationFrame(() => { document.querySelector("h1").style.opacity = 1 }))</script>',
};

let server: TestServer;
/** Addresses that pages have asked for. */
const asked = new Set<string>();
let base: string;
let fleet: Fleet;

beforeAll(async () => {
  server = await serve((request, response) => {
    const path = request.url ?? '';
    asked.add(path);
    if (path === '/never') return;
    if (path === '/download') {
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('zip');
      return;
    }
    const page = pages[path.replace(/\?.*/, '')];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page ?? 'not here');
  });
  base = `http://127.0.0.1:${server.port}`;
  fleet = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`], targetTimeoutMs: 15_000 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const page = (path: string, more: Partial<CaptureTarget> = {}): CaptureTarget => ({
  name: path,
  url: base + path,
  ...more,
});

const captureOne = async (target: CaptureTarget): Promise<CaptureOutcome | undefined> =>
  (await captureAll(fleet, [target])).get(target.name);

describe('pages that go wrong fail alone and say why', () => {
  it('among siblings', async () => {
    const names = ['/fine', '/missing', '/alert', '/popup', '/download', '/never', '/hang', '/huge'];
    const outcomes = await captureAll(
      fleet,
      names.map((path) => page(path)),
    );
    const messages = Object.fromEntries(
      [...outcomes].map(([name, outcome]) => [name, outcome.ok ? 'ok' : outcome.message]),
    );
    expect(messages).toEqual({
      '/fine': 'ok',
      '/missing': `the server answered 404 Not Found for ${base}/missing`,
      '/alert': 'ok',
      '/popup': expect.stringMatching(/^the page opened another window \(.*fine, at http.*popup:1:\d+\)$/),
      '/download': expect.stringMatching(/^the page started a download/),
      '/never': `timed out after 15 s while loading ${base}/never`,
      '/hang': expect.stringMatching(/^timed out after 15 s while /),
      '/huge': expect.stringMatching(/megapixels; use cropToViewport or a selector$/),
    });
  });

  it.each([
    [{ selector: '.absent' }, 'selector .absent matches nothing on the page'],
    [{ selector: 'h1[' }, 'selector h1[ is not a valid CSS selector'],
    [{ ignoreSelectors: ['p', ':::'] }, 'ignoreSelectors: ::: is not a valid CSS selector'],
    [{ ignore: ['p', 'h1['] }, 'ignore: h1[ is not a valid CSS selector'],
    [{ forcedColors: 'yes' }, 'forcedColors must be one of active, none, not "yes"'],
    [{ url: 'http://no-such-host.invalid/' }, 'the host of http://no-such-host.invalid/ could not be found'],
    [
      { url: 'https://no-such-host.invalid/' },
      'the host of https://no-such-host.invalid/ could not be found',
    ],
    [{ url: 'file:///etc/passwd' }, 'only http and https URLs are captured, not file:///etc/passwd'],
  ])('%j', async (more, message) => {
    expect(await captureOne(page('/fine', more))).toEqual({ ok: false, message, console: [] });
  });
});

it('a build that does not start is given up after three of its stories', async () => {
  let opened = 0;
  const build = await serve((request, response) => {
    if (request.url?.startsWith('/iframe.html')) opened += 1;
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<script>throw new Error("no theme")</script>');
  });
  const own = testFleet(build.port, {
    allowHosts: [`127.0.0.1:${build.port}`],
    targetTimeoutMs: 2_000,
    pages: 2,
  });
  try {
    const stories = Array.from({ length: 40 }, (_, index) =>
      page('', {
        name: `story ${index}`,
        url: `http://127.0.0.1:${build.port}/iframe.html?id=story-${index}&viewMode=story`,
        framework: 'stories-a',
      }),
    );
    const messages = [...(await captureAll(own, stories)).values()].map(resultOf);
    const tried = messages.filter((message) => !message.includes('not tried'));
    expect(new Set(tried)).toEqual(
      new Set(["failed: timed out after 2 s while waiting for Storybook's preview to start"]),
    );
    expect(messages).toHaveLength(40);
    expect(tried.length).toBeLessThanOrEqual(4);
    expect(opened).toBeLessThanOrEqual(2 * tried.length);
  } finally {
    await own.close();
    await build.close();
  }
});

describe('pages that are hard but right', () => {
  it('answers dialogs, and says so', async () => {
    expect(await captureOne(page('/alert'))).toMatchObject({
      ok: true,
      unstable: false,
      notes: [
        'dismissed a dialog of the page (alert: hello)',
        'dismissed a dialog of the page (confirm: sure?)',
        'dismissed a dialog of the page (prompt: who?)',
      ],
    });
  });

  it('follows a page that goes elsewhere', async () => {
    const outcomes = await captureAll(fleet, [page('/moves'), page('/fine')]);
    expect(resultOf(outcomes.get('/moves'))).toBe(resultOf(outcomes.get('/fine')));
  });

  it('says of a page that never holds still that it is unstable', async () => {
    expect(await captureOne(page('/beyond'))).toMatchObject({ ok: true, unstable: true });
  });

  it('ends a transition before the image', async () => {
    const late = await captureOne(page('/late'));
    expect(late).toMatchObject({ ok: true, unstable: false });
    expect(sizeOf(late)).toEqual({ width: 1280, height: 720 });
  });
});

describe('stories that go wrong', () => {
  it.each([
    {
      tool: 'storybook',
      framework: 'stories-a',
      failures: {
        'Faults/Throws': 'the story threw an error: no such trip',
        'Faults/Throws In Effect': 'the story threw an error: effect without a cause',
        'Faults/Play Fails': 'the play function failed: the button is missing',
        'Faults/Never Ends': expect.stringMatching(/^timed out after 15 s while waiting for Storybook/),
      },
    },
    {
      tool: 'ladle',
      framework: 'stories-b',
      failures: {
        'Faults/Throws': 'the story threw an error: Error: no such trip',
        'Faults/Empty': 'the story rendered nothing',
      },
    },
  ] as const)('$tool', async ({ tool, framework, failures }) => {
    const folder = await buildExample(tool, 'faults');
    const sites = await serveFolders({ faults: folder });
    const own = testFleet(sites.port, { targetTimeoutMs: 15_000, pages: 2 });
    try {
      const all = await targetsOf(own, framework, 'faults', folder);
      const targets = all.filter(({ name }) => /Faults|Button/.test(name));
      const outcomes = await captureAll(own, targets);
      const failed = [...outcomes].flatMap(([name, outcome]) =>
        outcome.ok ? [] : [[name, outcome.message]],
      );
      expect(Object.fromEntries(failed)).toEqual(failures);
      expect(outcomes.size).toBe(targets.length);
    } finally {
      await own.close();
      await sites.close();
    }
  });
});

it('forgets what a play function left behind', async () => {
  const folder = await buildExample('storybook', 'faults');
  const sites = await serveFolders({ faults: folder });
  const own = testFleet(sites.port, { pages: 1 });
  try {
    const targets = await targetsOf(own, 'stories-a', 'faults', folder);
    const [leaves, sees] = targets.filter(({ name }) => name.endsWith('Marks'));
    if (!leaves || !sees) throw new Error('the stories are gone');
    const alone = await captureAll(own, [sees]);
    const after = await captureAll(own, [leaves, sees]);
    expect(resultOf(after.get(leaves.name))).not.toBe(resultOf(after.get(sees.name)));
    expect(resultOf(after.get(sees.name))).toBe(resultOf(alone.get(sees.name)));
  } finally {
    await own.close();
    await sites.close();
  }
});

describe.skipIf(process.platform !== 'linux')('a browser that dies', () => {
  it('captures again what was in flight', async () => {
    const targets = Array.from({ length: 12 }, (_, index) =>
      page('/fine', { name: `fine ${index}`, delay: 300, viewport: { width: 400 + index, height: 300 } }),
    );
    let killed = 0;
    const outcomes: (CaptureOutcome | undefined)[] = [];
    await fleet.capture(targets, {
      project: 'test',
      signal: new AbortController().signal,
      onOutcome: async (index, outcome) => {
        expect(outcomes[index]).toBeUndefined();
        outcomes[index] = outcome;
        if (killed > 0) return;
        for (const { pid } of browserProcesses('browser')) {
          process.kill(pid, 'SIGKILL');
          killed += 1;
        }
      },
    });
    expect(killed).toBeGreaterThan(0);
    expect(outcomes.map((outcome) => sizeOf(outcome)?.width)).toEqual(
      targets.map(({ viewport }) => viewport?.width),
    );
  });

  it('fails only the target whose page crashes', async () => {
    const slow = page('/fine?slow', { name: 'slow', delay: 3_000 });
    const capture = captureAll(fleet, [slow]);
    await expect.poll(() => asked.has('/fine?slow')).toBe(true);
    for (const { pid } of browserProcesses('renderer')) process.kill(pid, 'SIGKILL');
    expect((await capture).get('slow')).toEqual({
      ok: false,
      message: 'the page crashed; it may have run out of memory',
      console: [],
    });
    expect(await captureOne(page('/fine'))).toMatchObject({ ok: true });
  });
});

describe('a run', () => {
  it('ends with the reason of its signal', async () => {
    const controller = new AbortController();
    const run = fleet.capture([page('/never'), page('/fine', { delay: 5_000 })], {
      project: 'test',
      signal: controller.signal,
      onOutcome: async () => {},
    });
    setTimeout(() => controller.abort(new Error('no longer wanted')), 1_000);
    await expect(run).rejects.toThrow('no longer wanted');
  });

  it('ends when an outcome cannot be stored', async () => {
    const run = fleet.capture([page('/fine'), page('/never')], {
      project: 'test',
      signal: new AbortController().signal,
      onOutcome: async () => {
        throw new Error('disk full');
      },
    });
    await expect(run).rejects.toThrow('disk full');
  });

  it('ends when no browser can be started', async () => {
    const broken = testFleet(server.port, { browserPath: '/no/such/browser' });
    const run = broken.capture([page('/fine')], {
      project: 'test',
      signal: new AbortController().signal,
      onOutcome: async () => {},
    });
    await expect(run).rejects.toThrow(/no\/such\/browser/);
    await broken.close();
  });
});
