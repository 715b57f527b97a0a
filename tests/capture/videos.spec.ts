import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { documentScript } from '@svc/stabilise';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { serve, type TestServer } from './serveFolder.js';

const sweep = fileURLToPath(new URL('../../examples/storybook/src/media/sweep.webm', import.meta.url));

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
  const video = await readFile(sweep);
  server = await serve((request, response) => {
    const type = { 'content-type': 'video/webm' };
    const [, first] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? [];
    switch (request.url) {
      case '/whole.webm':
        response.writeHead(200, type).end(video);
        break;
      case '/stuck.webm':
        response.writeHead(200, { ...type, 'content-length': video.length }).write(video.subarray(0, 400));
        break;
      case '/parts.webm':
        response
          .writeHead(206, {
            ...type,
            'content-range': `bytes ${first ?? 0}-${video.length - 1}/${video.length}`,
          })
          .end(video.subarray(Number(first ?? 0)));
        break;
      default:
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    }
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const poster =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='32' height='18'><rect width='32' height='18' fill='red'/></svg>";
/** Enough to play some of it. */
const half = 'new Promise((resolve) => setTimeout(resolve, 400))';

/** What is shown of a video, as it is and each time that its motion was ended. */
async function picturesOf(attributes: string, code = '') {
  const page = await browser.newPage({ viewport: { width: 340, height: 200 } });
  await page.addInitScript(documentScript('real'));
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await page.setContent(`<video width="320" height="180" muted ${attributes}></video>`);
  await page.evaluate(`(async () => {
    const video = document.querySelector('video');
    ${code};
  })()`);
  await page.evaluate(half);
  const before = await page.screenshot();
  const ended: { late: string[]; picture: string }[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { late } = await page.evaluate(() =>
      window.svcDocumentKit.steps.freezeMotion({ atEnd: true, isPaintedAnew: () => true }),
    );
    ended.push({ late: late ?? [], picture: (await page.screenshot()).toString('base64') });
  }
  await page.close();
  return { before: before.toString('base64'), ended };
}

/** Twice, since a page may be held more than once. */
const always = (picture: string) => [
  { late: [], picture },
  { late: [], picture },
];

it.each([
  ['that answers parts of it', 'parts.webm'],
  ['that answers all of it', 'whole.webm'],
])('a video of a server %s is put at its first frame in time', async (_, file) => {
  const source = `src="/${file}"`;
  const still = await picturesOf(`${source} preload="auto"`);
  expect(still.ended).toEqual(always(still.before));
  const moving: Record<string, [string, string?]> = {
    'plays in a loop': ['autoplay loop'],
    'has played to its end': ['autoplay', 'await new Promise((resolve) => video.onended = resolve)'],
    'was begun by a script': ['', `await video.play(); await ${half}`],
    'was begun, and has a poster': [`autoplay loop poster="${poster}"`],
    'was not begun yet': ['preload="metadata"'],
    'is followed by the page': [
      'autoplay loop',
      'const go = () => video.requestVideoFrameCallback(go); go()',
    ],
  };
  for (const [name, [attributes, code]] of Object.entries(moving)) {
    const { ended } = await picturesOf(`${source} ${attributes}`, code);
    expect(ended, name).toEqual(always(still.before));
  }
});

const atOneSecond =
  'while (video.readyState < 2) await new Promise((resolve) => setTimeout(resolve, 20)); video.currentTime = 1';

it('a video that a page has sought and not begun shows what the page wants', async () => {
  const still = await picturesOf('src="/parts.webm"');
  const sought = await picturesOf('src="/parts.webm"', atOneSecond);
  expect(sought.before).not.toBe(still.before);
  expect(sought.ended).toEqual(always(sought.before));
  expect((await picturesOf('src="/parts.webm#t=1"')).ended).toEqual(always(sought.before));
  // Which takes the poster away; whether the browser has drawn the frame then is another matter.
  const withPoster = await picturesOf(`src="/parts.webm" preload="auto" poster="${poster}"`, atOneSecond);
  expect(withPoster.ended).toEqual(always(sought.before));
  const begun = await picturesOf('src="/parts.webm" autoplay', `${atOneSecond}; video.pause()`);
  expect(begun.ended).toEqual(always(still.before));
});

it.each([
  ['with a poster', `src="/parts.webm" poster="${poster}"`],
  ['that is loaded when it is begun', 'src="/parts.webm" preload="none"'],
  ['without a source', ''],
])('a video %s is left as it is until it is begun', async (_, attributes) => {
  const { before, ended } = await picturesOf(attributes);
  expect(before).not.toBe((await picturesOf('src="/parts.webm"')).before);
  expect(ended).toEqual(always(before));
});

it('sound that plays is at its start, as its controls say', async () => {
  const play = (code: string) =>
    picturesOf(
      'hidden',
      `const sound = document.createElement('audio');
      Object.assign(sound, { src: '/parts.webm', controls: true, muted: true });
      document.body.append(sound);
      await new Promise((resolve) => { sound.oncanplaythrough = resolve });
      ${code}`,
    );
  const still = await play('');
  const moving = await play(`await sound.play(); await ${half}`);
  expect(moving.before).not.toBe(still.before);
  expect(moving.ended).toEqual(still.ended);
});

it('a video that a page begins again is held', async () => {
  const still = await picturesOf('src="/parts.webm" preload="auto"');
  const again = await picturesOf(
    'src="/parts.webm" autoplay loop',
    'video.onpause = () => video.play().catch(() => {})',
  );
  expect(again.ended).toEqual(always(still.before));
});

it('a stream that cannot be sought is held where it is', async () => {
  const { ended } = await picturesOf(
    'autoplay',
    `const canvas = document.createElement('canvas');
    const brush = canvas.getContext('2d');
    let frame = 0;
    setInterval(() => { frame += 1; brush.fillStyle = frame % 2 ? 'red' : 'blue'; brush.fillRect(0, 0, 300, 150); }, 20);
    video.srcObject = canvas.captureStream()`,
  );
  expect(ended).toEqual(always(ended[0]?.picture ?? ''));
});

it('a video whose first frame does not come is told', async () => {
  const { ended } = await picturesOf('src="/stuck.webm" autoplay');
  const late = [`http://127.0.0.1:${server.port}/stuck.webm`];
  expect(ended.map((end) => end.late)).toEqual([late, late]);
});
