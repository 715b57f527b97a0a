import { compare } from '@svc/image-diff';
import type { Capture, Diff, IgnoredRegion } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { looksSame } from '../../apps/server/src/service/images/looksSame.js';
import { settled } from '../../apps/server/testing/settled.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, testFleet } from './testFleet.js';

const at = (left: number, top: number, width: number, height: number) =>
  `position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; background: gray`;
const box = (x: number, y: number, width: number, height: number): IgnoredRegion => ({ x, y, width, height });
const marked = (style: string, mark = 'data-svc-ignore') => `<div ${mark} style="${style}"></div>`;

/** Pages with the boxes that are ignored of them. */
const pages: Record<string, [html: string, boxes: IgnoredRegion[]]> = {
  'each mark': [
    [
      'data-chromatic="ignore"',
      'class="x chromatic-ignore"',
      'data-svc-ignore',
      'class="svc-ignore"',
      // Neither of these is one.
      'data-chromatic="other"',
      'class="svc-ignored"',
    ]
      .map((mark, place) => marked(at(10, 20 * place, 30, 10), mark))
      .join(''),
    [0, 20, 40, 60].map((y) => box(10, y, 30, 10)),
  ],
  'an element that is not shown': [
    [
      ...['display: none', 'visibility: hidden', 'opacity: 0', 'width: 0'].map((hidden) =>
        marked(`${at(10, 10, 30, 10)}; ${hidden}`),
      ),
      `<div style="opacity: 0">${marked(at(10, 10, 30, 10))}</div>`,
    ].join(''),
    [],
  ],
  'an element partly outside of the picture': [marked(at(-10.5, 30, 30.25, 10)), [box(-10.5, 30, 30.25, 10)]],
  'an element below the fold': [
    `<div style="height: 2000px"></div>${marked(at(10, 1500, 30, 10))}`,
    [box(10, 1500, 30, 10)],
  ],
  'an element far outside of the picture': [marked(at(10, -100, 30, 10)), []],
  'an element in an open and a closed shadow root': [
    `<x-open></x-open><x-closed></x-closed><script>
      for (const mode of ['open', 'closed']) {
        const root = document.querySelector('x-' + mode).attachShadow({ mode });
        root.innerHTML = mode === 'open' ? \`${marked(at(0, 0, 5, 6))}\` : \`${marked(at(20, 0, 7, 8))}\`;
      }
    </script>`,
    [box(0, 0, 5, 6), box(20, 0, 7, 8)],
  ],
  'an element in a frame': [
    `<iframe style="${at(100, 50, 60, 40)}; border: 3px solid; padding: 2px" srcdoc='<body style="margin: 0">${marked(
      at(50, 10, 30, 10),
    )}'></iframe>`,
    [box(155, 65, 10, 10)],
  ],
  'a long element in a scroll container': [
    `<div style="${at(10, 10, 50, 40)}; overflow: auto; position: absolute">
      <div data-svc-ignore style="height: 900px; width: 20px"></div></div>`,
    [box(10, 10, 20, 40)],
  ],
  'an element that the overflow around it does not hide': [
    `<div style="margin: 8px; width: 20px; height: 20px; overflow: hidden">${marked(at(100, 100, 5, 5))}</div>`,
    [box(100, 100, 5, 5)],
  ],
  'an element without a box of its own': [
    `<div data-svc-ignore style="display: contents"><p style="${at(10, 40, 30, 10)}; margin: 0"></p></div>`,
    [box(10, 40, 30, 10)],
  ],
};

let clock = 'red';
let content = 'green';
const still = `<p style="${at(0, 100, 100, 50)}; margin: 0"></p>`;
/** Never holds still, but for what is below the ignored element. */
const ticking = `${marked(at(0, 0, 100, 50))}${still}<script>
  let hue = 0;
  const tick = () => {
    document.querySelector('[data-svc-ignore]').style.background = 'hsl(' + (hue += 40) + ' 90% 50%)';
    requestAnimationFrame(tick);
  };
  tick();
</script>`;
const page = () =>
  `${marked(`${at(0, 0, 100, 50)}; background: ${clock}`)}<p style="${at(0, 100, 100, 50)}; background: ${content}; margin: 0"></p>`;

let server: TestServer;
let fleet: Fleet;
let dense: Fleet;
let service: TestService;
beforeAll(async () => {
  server = await serve((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const body = name === 'changing' ? page() : (pages[name]?.[0] ?? ticking);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><body style="margin: 0">${body}`);
  });
  const allowHosts = [`127.0.0.1:${server.port}`];
  fleet = testFleet(server.port, { allowHosts });
  dense = testFleet(server.port, { allowHosts, deviceScaleFactor: 2 });
  service = await startTestService(fleet);
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([fleet?.close(), dense?.close()]);
  await server?.close();
});

const targetOf = (name: string) => ({
  name,
  url: `http://127.0.0.1:${server.port}/${encodeURIComponent(name)}`,
});

async function ignoredOf(name: string, ask: object = {}, on = fleet) {
  const outcome = (await captureAll(on, [{ ...targetOf(name), ...ask }])).get(name);
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'no outcome');
  return outcome.ignored;
}

describe('what is ignored is measured with the picture', () => {
  it.each(Object.entries(pages))('of %s', async (name, [, boxes]) => {
    expect(await ignoredOf(name)).toEqual(boxes);
  });

  it('in pixels of the picture, from its corner', async () => {
    const [name, ask] = ['each mark', { selector: '[data-svc-ignore]' }];
    expect(await ignoredOf(name, ask)).toEqual([box(0, 0, 30, 10)]);
    expect(await ignoredOf('an element partly outside of the picture', {}, dense)).toEqual([
      box(-21, 60, 60.5, 20),
    ]);
  });

  it('of what a target names, beside what is marked', async () => {
    const place = { x: 5, y: 7, width: 11, height: 13 };
    const ask = { selector: '[data-svc-ignore]', ignore: ['[data-chromatic="other"], p', place] };
    expect(await ignoredOf('each mark', ask)).toEqual([box(0, 0, 30, 10), place]);
    const whole = { ignore: ['[data-chromatic="other"]', place] };
    expect(await ignoredOf('each mark', whole)).toEqual([
      ...[0, 20, 40, 60, 80].map((y) => box(10, y, 30, 10)),
      place,
    ]);
  });

  it('not of what ignoreSelectors hide', async () => {
    expect(await ignoredOf('each mark', { ignoreSelectors: ['.svc-ignore'] })).toHaveLength(3);
  });
});

it('an ignored element that never holds still makes no snapshot unstable', async () => {
  const own = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`],
    looksSame: (before, after, ignored) => looksSame(compare, before, after, ignored),
  });
  const outcomes = await captureAll(own, [targetOf('ticking')]).finally(() => own.close());
  expect(outcomes.get('ticking')).toMatchObject({
    ok: true,
    unstable: false,
    ignored: [box(0, 0, 100, 50)],
  });
});

it('a change inside an ignored element is none, one beside it is', async () => {
  const targets = [targetOf('changing')];
  const run = async (options: object) => {
    const capture = { suite: 'ignored', branch: 'main', targets, ...options };
    const { body } = await service.ask<Capture>('POST', '/api/v1/captures', capture);
    return settled(service, 'captures', body.id);
  };
  const result = async () => {
    const { id: headCaptureId } = await run({});
    const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite: 'ignored', headCaptureId });
    return (await settled(service, 'diffs', body.id)).results[0];
  };
  const { snapshots } = await run({ autoBaseline: true });
  const regions = [box(0, 0, 100, 50)];
  expect(snapshots).toMatchObject([{ ignored: regions }]);
  clock = 'blue';
  expect(await result()).toMatchObject({ status: 'unchanged', unstable: false, ignored: { regions } });
  content = 'yellow';
  expect(await result()).toMatchObject({
    status: 'changed',
    regions: [{ x: 0, y: 100, width: 100, height: 50 }],
    ignored: { regions },
  });
});
