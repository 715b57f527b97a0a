import type { CaptureTarget } from '@svc/schema';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { buildExample } from './buildExample.js';
import { serve, serveFolders, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, sizeOf, targetsOf, testFleet } from './testFleet.js';

const stripe = 100;
const stripes = 200;
/** Every hundred pixels another color, which says how far down it is. */
const colorOf = (index: number) => [index % 256, 40 + (index % 7) * 30, index > 255 ? 200 : 20];
const longPage = `<style>
    body { margin: 0 } .stripe { height: ${stripe}px }
    header { position: sticky; top: 0; height: 50px; background: rgb(1, 2, 3) }
    aside { position: fixed; bottom: 0; right: 0; width: 40px; height: 40px; background: rgb(4, 5, 6) }
  </style>
  <div style="height: 0; overflow: visible; position: sticky; top: 0; z-index: 1"><header></header></div><aside></aside>
  ${Array.from({ length: stripes }, (_, index) => `<div class="stripe" style="background: rgb(${colorOf(index)})"></div>`).join('')}`;

const says = (query: string) => `<style>
  body { margin: 0; background: rgb(200, 0, 0) } @media ${query} { body { background: rgb(0, 100, 0) } }
</style>`;
const pages: Record<string, string> = {
  '/long': longPage,
  '/part': `<style>body { margin: 0 } .part { position: absolute; left: 300.4px; top: 900.6px; width: 120px; height: 30px;
    background: rgb(0, 0, 200) }</style><div style="height: 3000px"></div><div class="part"></div>`,
  '/wide': `<style>body { margin: 0; background: rgb(10, 20, 30) }</style><div style="width: 2000px; height: 40px"></div>`,
  '/print': says('print'),
  '/colors': `<style>body { margin: 0 } div { height: 50px; forced-color-adjust: none; background: rgb(200, 0, 0) }
    @media (forced-colors: active) { div { background: rgb(0, 100, 0) } }</style><div></div>`,
  '/motion': says('(prefers-reduced-motion: reduce)'),
  '/narrow': says('(max-width: 400px) and (max-height: 500px)'),
  '/dense': says('(min-resolution: 2dppx)'),
};

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    const body = pages[request.url ?? ''];
    response
      .writeHead(body ? 200 : 404, { 'content-type': 'text/html' })
      .end(`<!doctype html><meta name="viewport" content="width=device-width">${body}`);
  });
  fleet = newFleet();
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const newFleet = (more = {}) => testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`], ...more });

async function image(path: string, ask: Partial<CaptureTarget> = {}, on = fleet) {
  const target = { name: path, url: `http://127.0.0.1:${server.port}${path}`, ...ask };
  const outcome: CaptureOutcome | undefined = (await captureAll(on, [target])).get(path);
  return read(outcome);
}

function read(outcome: CaptureOutcome | undefined) {
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'no outcome');
  expect(outcome.unstable).toBe(false);
  const { width, height, data } = PNG.sync.read(outcome.png);
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return { width, height, at, renderer: outcome.renderer };
}

const red = [200, 0, 0];
const green = [0, 100, 0];

describe('a target is captured as it asks', () => {
  it('at the default viewport', async () => {
    expect(await image('/narrow')).toMatchObject({ width: 1280, height: 720 });
  });

  it('viewport', async () => {
    const narrow = await image('/narrow', { viewport: { width: 390, height: 480 } });
    expect(narrow).toMatchObject({ width: 390, height: 480 });
    expect(narrow.at(5, 5)).toEqual(green);
    expect((await image('/narrow')).at(5, 5)).toEqual(red);
  });

  it('selector, of which no pixel is missing', async () => {
    const { width, height, at } = await image('/part', { selector: '.part' });
    expect({ width, height }).toEqual({ width: 121, height: 31 });
    expect(at(60, 15)).toEqual([0, 0, 200]);
  });

  it('cropToViewport', async () => {
    expect(await image('/long', { cropToViewport: true })).toMatchObject({ width: 1280, height: 720 });
    expect(await image('/wide', { cropToViewport: true })).toMatchObject({ width: 1280, height: 720 });
  });

  it('in full, wider than the viewport too', async () => {
    const { width, height, at } = await image('/wide');
    expect({ width, height }).toEqual({ width: 2000, height: 720 });
    expect(at(1990, 700)).toEqual([10, 20, 30]);
  });

  it.each([
    ['/print', { media: 'print' }],
    ['/colors', { forcedColors: 'active' }],
    ['/motion', { prefersReducedMotion: 'reduce' }],
  ] as const)('%s %j', async (path, ask) => {
    expect((await image(path)).at(5, 5)).toEqual(red);
    expect((await image(path, ask)).at(5, 5)).toEqual(green);
  });
});

describe('the scale of a device', () => {
  it('is 1, or what the server is set to', async () => {
    const plain = await image('/dense');
    expect(plain.at(5, 5)).toEqual(red);
    const dense = newFleet({ deviceScaleFactor: 2 });
    try {
      const { width, height, at, renderer } = await image('/dense', {}, dense);
      expect(renderer).toBe(`${plain.renderer}, scale 2`);
      expect({ width, height }).toEqual({ width: 2560, height: 1440 });
      expect(at(2555, 1435)).toEqual(green);
      const part = await image('/part', { selector: '.part' }, dense);
      expect({ width: part.width, height: part.height }).toEqual({ width: 242, height: 62 });
    } finally {
      await dense.close();
    }
  });
});

describe('a page longer than any texture', () => {
  it('is captured in full, and what sticks is there once', async () => {
    const { width, height, at } = await image('/long');
    expect({ width, height }).toEqual({ width: 1280, height: stripe * stripes });
    const middles = Array.from({ length: stripes }, (_, index) => at(640, index * stripe + stripe / 2 + 10));
    expect(middles).toEqual(Array.from({ length: stripes }, (_, index) => colorOf(index)));
    const count = (color: number[], x: number) => {
      let found = 0;
      for (let y = 0; y < height; y += 1) if (at(x, y).join() === color.join()) found += 1;
      return found;
    };
    expect(count([1, 2, 3], 100)).toBe(50);
    expect(count([4, 5, 6], width - 5)).toBe(40);
  });
});

describe('a story is captured as its parameters ask (R30)', () => {
  let build: TestServer;
  let own: Fleet;
  let targets: CaptureTarget[];
  let outcomes: Map<string, CaptureOutcome>;
  beforeAll(async () => {
    const folder = await buildExample('storybook', 'faults');
    build = await serveFolders({ faults: folder });
    own = testFleet(build.port);
    targets = (await targetsOf(own, 'stories-a', 'faults', folder)).filter(({ name }) =>
      name.startsWith('Asks/'),
    );
    outcomes = await captureAll(own, targets);
  });
  afterAll(async () => {
    await own?.close();
    await build?.close();
  });

  const sizes: Record<string, { width: number; height: number }> = {
    'Asks/Delay': { width: 1280, height: 720 },
    'Asks/Selector': { width: 120, height: 30 },
    'Asks/Crop To Viewport': { width: 1280, height: 720 },
    'Asks/Ignore Selectors': { width: 1280, height: 720 },
    'Asks/Diff Threshold': { width: 1280, height: 720 },
    'Asks/Pause Animation At End': { width: 1280, height: 720 },
    'Asks/Forced Colors': { width: 1280, height: 720 },
    'Asks/Prefers Reduced Motion': { width: 1280, height: 720 },
    'Asks/Media': { width: 1280, height: 720 },
    'Asks/Viewports__375': { width: 375, height: 720 },
    'Asks/Mode Of Width[width]': { width: 340, height: 720 },
    'Asks/Mode Of Name[name]': { width: 320, height: 568 },
    'Asks/Mode Of Size[size]': { width: 390, height: 480 },
    'Asks/Mode Of Theme[theme]': { width: 1280, height: 720 },
    'Asks/Moved[small]': { width: 360, height: 720 },
    'Asks/Moved But Decided': { width: 120, height: 30 },
  };

  it('in the order of the build, without those that are disabled (R29)', () => {
    expect(targets.map(({ name }) => name)).toEqual(Object.keys(sizes));
  });

  it.each(Object.entries(sizes))('%s', (name, size) => {
    const { width, height, at } = read(outcomes.get(name));
    expect({ width, height }).toEqual(size);
    expect(at(5, 5)).toEqual(green);
  });

  it('and says how far its images may differ', () => {
    const thresholds = targets.filter(({ diffThreshold }) => diffThreshold !== undefined);
    expect(thresholds).toMatchObject([{ name: 'Asks/Diff Threshold', diffThreshold: 0.4 }]);
  });
});

describe('stories that name their viewports', () => {
  it('are captured in the sizes of their book; one that cannot be read fails alone and says so', async () => {
    const folder = await buildExample('storybook', 'faults');
    const server = await serveFolders({ faults: folder });
    const own = testFleet(server.port);
    try {
      const targets = await targetsOf(own, 'stories-a', 'faults', folder);
      const outcomes = await captureAll(
        own,
        targets.filter(({ name }) => name.startsWith('Viewports/')),
      );
      const found = [...outcomes].map(([name, outcome]) => {
        const size = sizeOf(outcome);
        return [name, size ? `${size.width}x${size.height}` : resultOf(outcome)];
      });
      expect(Object.fromEntries(found)).toEqual({
        'Viewports/In Modes[kiosk]': '600x900',
        'Viewports/In Modes[phone]': '320x568',
        'Viewports/In Modes[tall]': '1280x1000',
        'Viewports/Of Its Own': '900x600',
        'Viewports/Unknown[odd]': expect.stringMatching(
          /^failed: mode "odd": "watch" is not a viewport.*kiosk/,
        ),
      });
    } finally {
      await own.close();
      await server.close();
    }
  });
});
