import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, testFleet } from './testFleet.js';

/** A page that is hard to capture, and a still page that looks as its image has to. */
interface Pair {
  hard: string;
  still: string;
  ask?: Partial<CaptureTarget>;
}

const script = (code: string) => `<p id="out">not yet</p><script>
  const out = document.querySelector('#out');
  const say = (text) => { out.textContent = text; };
  ${code}
</script>`;
const says = (text: string) => `<p id="out">${text}</p>`;
const box = (style: string, more = '') =>
  `<div class="box" style="width: 120px; height: 60px; background: teal; ${style}">${more}</div>`;
const moves = `<style>
  @keyframes turn { from { transform: translateX(10px) } to { transform: translateX(300px) } }
  .once { animation: turn 3s ease both } .always { animation: turn 2s linear infinite }
</style>`;
const at = (pixels: number) => box(`transform: translateX(${pixels}px)`);
const noCaret = '<style>input { caret-color: transparent }</style>';
const drawing = (radius: string) =>
  `<svg width="200" height="200"><circle cx="100" cy="100" r="${radius.startsWith('<') ? 20 : radius}" fill="teal">${
    radius.startsWith('<') ? radius : ''
  }</circle></svg>`;
const framed = (content: string) => `<iframe style="border: 0" srcdoc='${content}'></iframe>`;
const shadowed = (content: string, mode: string) => `<div id="host"></div><script>
  document.querySelector('#host').attachShadow({ mode: '${mode}' }).innerHTML = \`${content}\`;
</script>`;
const color = (canvas: string) => `<canvas width="200" height="100"></canvas><script>
  const brush = document.querySelector('canvas').getContext('2d');
  const paint = (share) => { brush.fillStyle = 'rgb(' + Math.round(share * 255) + ' 99 132)'; brush.fillRect(0, 0, 200, 100); };
  ${canvas}
</script>`;
const scrolled = (
  where: string,
) => `<div class="list" style="height: 200px; overflow: auto; scroll-behavior: ${
  where.includes('smooth') ? 'smooth' : 'auto'
}"><div style="height: 5000px; background: linear-gradient(red, blue)"></div></div>
  <script>document.querySelector('.list').scrollTo(${where})</script>`;
const tall = '<div style="height: 4000px"></div>';
const lists = `<style>select, ::picker(select) { appearance: base-select }</style>
  <select disabled><option>None</select> <select><option>One<option>Two</select> <select><option>Three</select>`;
const copied = (style: string) => `<style>${style}</style><svg width="400" height="200">
  <symbol id="bar"><rect class="bar" width="40" height="40"/></symbol>
  <use href="#bar"/><use href="#bar" y="60"/><g transform="translate(0 120)"><use href="#bar"/></g></svg>`;

const pairs: Record<string, Pair> = {
  // fixClock
  'new Date()': { hard: script('say(new Date().toISOString())'), still: says('2024-02-02T10:00:00.000Z') },
  'Date.now()': { hard: script('say(Date.now())'), still: says('1706868000000') },
  'Date()': { hard: script('say(Date())'), still: script('say(new Date().toString())') },
  'a date of its own': {
    hard: script(
      'say(new Date(2020, 1, 3).toISOString() + (new Date() instanceof Date) + Date.UTC(2020, 1))',
    ),
    still: says('2020-02-03T00:00:00.000Ztrue1580515200000'),
  },
  'a ticking clock': {
    hard: script('setInterval(() => say(new Date().toISOString()), 20)'),
    // An interval has no end: the story follows a clock of its own, for some three seconds.
    still: says('2024-02-02T10:00:03.060Z'),
  },
  'Intl.DateTimeFormat': {
    hard: script(`const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long' });
      const { format } = long;
      say([format(), long.formatToParts().map((part) => part.value).join(''), format(0)].join(' | '))`),
    still: says(
      'February 2, 2024 at 10:00:00 AM UTC | February 2, 2024 at 10:00:00 AM UTC | January 1, 1970 at 12:00:00 AM UTC',
    ),
  },
  'Temporal.Now': {
    hard: script(`say(typeof Temporal === 'undefined' ? '2024-02-02T10:00:00Z 2024-02-02 2024-02-02T10:00:00 10:00:00 2024-02-02T11:00:00+01:00[Europe/Paris]'
      : [Temporal.Now.instant(), Temporal.Now.plainDateISO(), Temporal.Now.plainDateTimeISO(), Temporal.Now.plainTimeISO(),
        Temporal.Now.zonedDateTimeISO('Europe/Paris')].join(' '))`),
    still: says(
      '2024-02-02T10:00:00Z 2024-02-02 2024-02-02T10:00:00 10:00:00 2024-02-02T11:00:00+01:00[Europe/Paris]',
    ),
  },
  // fixStamps
  'what the browser dates itself': {
    hard: script(`const seconds = (date) => new Date(date).toISOString().slice(0, 19);
      say([seconds(performance.timeOrigin + performance.now()), new File([], 'empty').lastModified, new File([], 'old', { lastModified: 5 }).lastModified].join(' '))`),
    still: says('2024-02-02T10:00:00 1706868000000 5'),
  },
  'when a browser says that it loaded the page': {
    hard: script(`const { timing } = performance;
      say([timing.navigationStart, timing.toJSON().fetchStart, timing.redirectStart]
        .map((date) => date && new Date(date).toISOString().slice(0, 10)).join(' '))`),
    still: says('2024-02-02 2024-02-02 0'),
  },
  // fixEnvironment
  'what the browser measures': {
    hard: script(`const { connection } = navigator;
      say([connection?.rtt, connection?.downlink, connection?.effectiveType, performance.memory?.usedJSHeapSize, history.length, navigator.userActivation.hasBeenActive].join(' '))`),
    still: says('50 10 4g 33554432 1 false'),
  },
  // holdPickers
  'a list that a page opens, which needs a user': {
    hard: `<style>select, ::picker(select) { appearance: base-select }</style><select><option>One<option>Two</select><p>closed</p>
      <script>document.querySelector('select').ontoggle = () => {}; document.querySelector('select').showPicker();
        setTimeout(() => { document.querySelector('p').textContent = document.querySelector('select').matches(':open') ? 'open' : 'closed'; }, 500)</script>`,
    still: `<style>select, ::picker(select) { appearance: base-select }</style><select><option>One<option>Two</select><p>open</p>
      <script>document.querySelector('select').showPicker()</script>`,
  },
  'lists that do not open, beside one that does': {
    hard: `${lists}<script>for (const list of document.querySelectorAll('select')) list.showPicker()</script>`,
    still: `${lists}<script>document.querySelectorAll('select')[1].showPicker()</script>`,
  },
  'a calendar, which would show the date of today': {
    hard: '<input type="date"><script>document.querySelector("input").showPicker()</script>',
    still: '<input type="date">',
  },
  // trackWork
  'what the browser works on for a while': {
    hard: script(`const bytes = new Uint8Array(8);
      crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
        .then((key) => crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt: bytes, iterations: 400_000 }, key, 8))
        .then((bits) => say(bits.byteLength + ' byte'))`),
    still: says('1 byte'),
  },
  'a signal that comes after a while': {
    hard: script('AbortSignal.timeout(600).onabort = ({ target }) => say(target.reason.name)'),
    still: says('TimeoutError'),
  },
  'a signal that comes late': {
    hard: script(`AbortSignal.timeout(1_500).onabort = () => say('late');
      let steps = 0; const step = () => { out.dataset.step = steps += 1; if (steps < 20) setTimeout(step, 90); }; step();`),
    still: says('not yet'),
  },
  // awaitWorkers
  'what a worker works on for a while': {
    hard: script(`const worker = new Worker('data:text/javascript,' + encodeURIComponent(
        'onmessage = () => { const end = performance.now() + 700; while (performance.now() < end); postMessage("done") }'));
      worker.onmessage = ({ data }) => say(data); worker.postMessage(0)`),
    still: says('done'),
  },
  'document.lastModified': { hard: script('say(document.lastModified)'), still: says('2/2/2024 10:00:00') },
  // openStage
  'the language and the time zone': {
    hard: script(
      "say([navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, (1e6).toLocaleString()].join(' '))",
    ),
    still: says('en-US UTC 1,000,000'),
  },
  // seedRandom
  'Math.random': {
    hard: script('say(Array.from({ length: 3 }, () => Math.floor(Math.random() * 1e6)).join(" "))'),
    still: says('85389 522045 901566'),
  },
  'random bytes and UUIDs': {
    hard: script(
      `say([...crypto.getRandomValues(new Uint8Array(4)), crypto.randomUUID(), crypto.getRandomValues(new BigUint64Array(1))[0]].join(' '))`,
    ),
    still: says('125 81 13 190 0e55bec5-637c-475d-8538-b7fab6222483 18192171821287506544'),
  },
  'what a module draws while it is loaded': {
    hard: `${says('')}<script type="module">import { drawn } from '/drawn.js';
      document.querySelector('#out').textContent = drawn + ' ' + Date.now();</script>`,
    still: says('1706868000000 85389 1706868000000'),
  },
  // trackTimers
  'a chain of time-outs': {
    hard: script('setTimeout(() => setTimeout(() => say("there"), 700), 700)'),
    still: says('there'),
  },
  // watchStorybook: only what Storybook itself waits for in a phase of its own is over at once
  "Storybook's wait for animations": {
    hard: script(`let follow; const said = []; const note = (word) => () => { said.push(word); say(said.join(' ')); };
      window.__STORYBOOK_ADDONS_CHANNEL__ = { on: (event, listener) => { if (event === 'storyRenderPhaseChanged') follow = listener; } };
      setTimeout(note('40'), 40);
      follow({ newPhase: 'completing', storyId: 'some' });
      setTimeout(note('100'), 100);
      queueMicrotask(() => setTimeout(note('20'), 20));`),
    still: says('100 20 40'),
  },
  // awaitQuiet
  'an idle callback, and a chain of messages that has an end': {
    hard: script(`const { port1, port2 } = new MessageChannel();
      let messages = 0;
      port1.onmessage = () => {
        messages += 1;
        if (messages < 200) port2.postMessage(null);
        else requestIdleCallback(() => requestIdleCallback(() => say(messages + ' messages')));
      };
      port2.postMessage(null);`),
    still: says('200 messages'),
  },
  'a document that works on something for a while': {
    hard: script(`let count = 0; const timer = setInterval(() => { out.dataset.count = ++count;
      if (count < 40) return; clearInterval(timer); say('done'); }, 20)`),
    still: says('done'),
  },
  // captureOnStage: the target's delay
  'something that comes late': {
    hard: script('setTimeout(() => say("late"), 1500)'),
    still: says('late'),
    ask: { delay: 1_800 },
  },
  // watchRequests
  'data from a slow server': {
    hard: script('fetch("/slow.txt").then((answer) => answer.text()).then(say)'),
    still: says('slow text'),
  },
  // loadingParts
  'a slow font': {
    hard: `<style>@font-face { font-family: Fancy; src: url(/slow.woff2); font-display: swap }</style>
      <h1 style="font-family: Fancy">Fancy words</h1>`,
    still: `<style>@font-face { font-family: Fancy; src: url(/quick.woff2); font-display: block }</style>
      <h1 style="font-family: Fancy">Fancy words</h1>`,
  },
  'a style sheet that is slower than a request may be': {
    hard: `<p>Styled</p><script>document.head.append(Object.assign(document.createElement('link'),
      { rel: 'stylesheet', href: '/slowest.css' }))</script>`,
    still: '<style>p { color: teal }</style><p>Styled</p>',
  },
  'a slow image': {
    hard: '<img src="/slow.gif" width="160">',
    still: '<img src="/quick.gif" width="160">',
  },
  // browserFlags: lazyLoadEnabled
  'an image and a frame far below': {
    hard: `${tall}<img loading="lazy" src="/quick.gif" width="160"><iframe loading="lazy" src="/slow.html"></iframe>`,
    still: `${tall}<img src="/quick.gif" width="160"><iframe src="/frame.html"></iframe>`,
  },
  // browserFlags: imageAnimationPolicy
  'an animated GIF': {
    hard: '<img src="/moved.gif" width="160">',
    still: '<img src="/still.gif" width="160">',
    ask: { delay: 300 },
  },
  // freezeMotion
  'an animation that ends': { hard: moves + box('', '').replace('box', 'box once'), still: moves + at(300) },
  'an animation that ends, at its start': {
    hard: moves + box('').replace('box', 'box once'),
    still: moves + at(10),
    ask: { pauseAnimationAtEnd: false },
  },
  'animations of a time line of their own': {
    hard: `${moves}${box('').replace('box', 'a')}${box('').replace('box', 'b')}<script>
      const keyframes = [{ transform: 'translateX(10px)' }, { transform: 'translateX(300px)' }];
      for (const [name, iterations] of [['a', 1], ['b', Infinity]]) {
        const effect = new KeyframeEffect(document.querySelector('.' + name), keyframes, { duration: 60_000, iterations, fill: 'both' });
        new Animation(effect, new DocumentTimeline({ originTime: 100 })).play();
      }</script>`,
    still: at(300) + at(10),
  },
  'an endless animation': { hard: moves + box('').replace('box', 'box always'), still: moves + at(10) },
  'an animation that follows another': {
    hard: `${moves}<style>.first { animation: turn 2s both }</style>${box('').replace('box', 'first')}
      <script>document.querySelector('.first').onanimationend = ({ target }) => { target.className = 'once'; };</script>`,
    still: moves + at(300),
  },
  'a transition': {
    hard: `${box('transition: transform 4s')}<script>requestAnimationFrame(() => requestAnimationFrame(() => {
      document.querySelector('.box').style.transform = 'translateX(200px)'; }))</script>`,
    still: at(200),
  },
  'a drawing that moves': {
    hard: drawing(
      '<animate attributeName="r" from="20" to="90" dur="1s" repeatCount="indefinite" begin="0s"></animate>',
    ),
    still: drawing('20'),
    ask: { delay: 300 },
  },
  'a video that plays': {
    hard: '<video src="/video.webm" width="320" autoplay muted loop></video>',
    still: '<video src="/video.webm" width="320" preload="auto"></video>',
    ask: { delay: 400 },
  },
  // dressPage
  'a caret': {
    hard: '<input value="words" autofocus>',
    still: `${noCaret}<input value="words" autofocus>`,
  },
  'elements that are ignored': {
    hard: `<h1>Title</h1><p class="hits">%</p><p>Text</p>`,
    still: '<h1>Title</h1><p style="visibility: hidden">1</p><p>Text</p>',
    ask: { ignoreSelectors: ['.hits', '.absent'] },
  },
  'copies of what moves without an end': {
    hard: copied(
      '@keyframes go { to { transform: translateX(200px) } } .bar { animation: go 2s linear infinite }',
    ),
    still: copied(''),
  },
  'copies of what comes late': {
    hard: copied('@keyframes come { to { opacity: 1 } } .bar { opacity: 0; animation: come 1s 3s forwards }'),
    still: copied(''),
  },
  // trackRoots
  'motion in a shadow root': {
    hard: shadowed(moves + box('').replace('box', 'box always'), 'open'),
    still: moves + at(10),
  },
  'motion and ignored elements in a closed shadow root': {
    hard: shadowed(`${moves}${box('').replace('box', 'box always')}<p class="hits">%</p>`, 'closed'),
    still: `${moves + at(10)}<p style="visibility: hidden">1</p>`,
    ask: { ignoreSelectors: ['.hits'] },
  },
  // inEveryFrame
  'motion and ignored elements in a frame': {
    hard: framed(`${moves}${box('').replace('box', 'box always')}<p class="hits">%</p>`),
    still: framed(`${moves + at(10)}<p style="visibility: hidden">1</p>`),
    ask: { ignoreSelectors: ['.hits'] },
  },
  'a frame that waits': {
    hard: '<iframe src="/timer.html"></iframe>',
    still: '<iframe src="/frame.html"></iframe>',
  },
  // awaitQuiet: what a time-out began
  'a module that a time-out loads': {
    hard: script('setTimeout(() => import("/slow.js"), 300)'),
    still: says('loaded'),
  },
  // browserFlags: smooth scrolling
  'a list that is scrolled smoothly': {
    hard: scrolled("{ top: 3000, behavior: 'smooth' }"),
    still: scrolled('{ top: 3000 }'),
  },
  // trackFrames: what no observer of the document sees
  'a canvas that rests between the frames that paint it': {
    hard: color(`let step = 0; const frame = () => { step += 1; if ((step & 7) === 0) paint(step / 40);
      if (step < 40) requestAnimationFrame(frame); };
      paint(0); frame();`),
    still: color('paint(1)'),
  },
  // shoot: until two are equal
  'a canvas that is painted for a while': {
    hard: color(`const start = performance.now(); const frame = () => {
      const share = Math.min(1, (performance.now() - start) / 500); paint(share); if (share < 1) requestAnimationFrame(frame); };
      frame();`),
    still: color('paint(1)'),
  },
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const media = join(root, 'examples/storybook/src/media');
const fonts = join(root, 'node_modules/@fontsource');
const slowMs = 700;
/** Longer than other requests are waited for. */
const slowestMs = 6_500;
/** Begins what a GIF says of each of its frames. */
const graphicControl = Buffer.from([0x21, 0xf9]);

let server: TestServer;
let fleet: Fleet;
let outcomes: Map<string, CaptureOutcome>;

beforeAll(async () => {
  const gif = await readFile(join(media, 'blink.gif'));
  const font = await readFile(join(fonts, 'lobster/files/lobster-latin-400-normal.woff2'));
  /** The first of the two frames, then the end mark. */
  const second = gif.indexOf(graphicControl, gif.indexOf(graphicControl) + 1);
  const firstFrame = gif.subarray(0, second);
  /** Stays at the second frame for ten minutes. */
  const moved = Buffer.from(gif);
  moved.writeUInt16LE(60_000, second + 4);
  const files: Record<string, [type: string, body: Buffer | string]> = {
    '/slow.txt': ['text/plain', 'slow text'],
    '/slowest.css': ['text/css', 'p { color: teal }'],
    '/slow.js': ['text/javascript', "document.querySelector('#out').textContent = 'loaded'"],
    '/drawn.js': [
      'text/javascript',
      "export const drawn = [Date.now(), Math.floor(Math.random() * 1e6)].join(' ')",
    ],
    '/slow.woff2': ['font/woff2', font],
    '/quick.woff2': ['font/woff2', font],
    '/slow.gif': ['image/gif', gif],
    '/quick.gif': ['image/gif', gif],
    '/moved.gif': ['image/gif', moved],
    '/still.gif': ['image/gif', Buffer.concat([firstFrame, Buffer.from([0x3b])])],
    '/video.webm': ['video/webm', await readFile(join(media, 'sweep.webm'))],
    '/frame.html': ['text/html', says('framed')],
    '/slow.html': ['text/html', says('framed')],
    '/timer.html': ['text/html', script('setTimeout(() => say("framed"), 600)')],
  };
  let visits = 0;
  server = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const [, kind, name = ''] = path.split('/');
    const pair = pairs[name];
    visits += 1;
    const page = pair && (kind === 'hard' ? pair.hard.replace('%', String(visits)) : pair.still);
    const [type, body] = files[path] ?? [
      'text/html; charset=utf-8',
      `<!doctype html><meta charset="utf-8">${page}`,
    ];
    const answer = () => {
      response.writeHead(200, { 'content-type': type }).end(body);
    };
    if (path.startsWith('/slow')) setTimeout(answer, path.startsWith('/slowest') ? slowestMs : slowMs);
    else answer();
  });
  fleet = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`] });
  const targets = Object.entries(pairs).flatMap(([name, { ask }]) =>
    ['hard', 'still'].map((kind) => ({
      ...ask,
      name: `${kind} ${name}`,
      url: `http://127.0.0.1:${server.port}/${kind}/${encodeURIComponent(name)}`,
    })),
  );
  outcomes = await captureAll(fleet, targets);
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

describe('each step of the recipe', () => {
  it.each(Object.keys(pairs))('%s', async (name) => {
    const hard = outcomes.get(`hard ${name}`);
    expect(hard).toMatchObject({ ok: true, unstable: false });
    expect(resultOf(hard)).toBe(resultOf(outcomes.get(`still ${name}`)));
  });
});
