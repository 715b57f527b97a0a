import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { ladlePage, ladleStory } from './ladlePage.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, testFleet } from './testFleet.js';

/** Ladle shows this while it loads a story, so nothing is captured before the story has done what it does. */
const waits = `<i class="ladle-ring"></i>`;
const shows = (html: string) => `root.innerHTML = '${html}${waits}';`;

const stories: Record<string, string> = {
  href: `${shows('')} setTimeout(function goAway() { location.href = '/elsewhere'; });`,
  form: `${shows('<form action="/elsewhere"><button>Go</button></form>')} root.querySelector('form').requestSubmit();`,
  post: `${shows('<form action="/elsewhere" method="post"></form>')} root.querySelector('form').submit();`,
  meta: `${shows('')} document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=/elsewhere">');`,
  link: `${shows('<a href="/elsewhere"><b>Next</b> page</a>')} root.querySelector('b').click();`,
  redirected: `${shows('')} function follow() { location.assign('/redirect'); } follow();`,
  nowhere: `${shows('')} function leave() { location.href = 'http://nowhere.invalid/'; } leave();`,
  gone: `${shows('<a href="/gone">Gone</a>')} root.querySelector('a').click();`,
  opens: `${shows('')} function openHelp() { window.open('/elsewhere'); } openHelp();`,
  'opens-link': `${shows('<a href="/elsewhere" target="_blank">Help</a>')} root.querySelector('a').click();`,
  downloads: `${shows('')} location.href = '/download';`,
  reloads: `${shows('')} function again() { location.reload(); } again();`,
  'reloads-late': `${shows('')} setTimeout(function later() { location.reload(); }, 60);`,
  back: `${shows('')} setTimeout(() => history.go(-navigation.currentEntry.index - 1), 20);`,
  'reloads-once': `if (sessionStorage.done) root.innerHTML = '<p>done</p>';
    else { ${shows('')} sessionStorage.done = 'yes'; location.reload(); }`,
  moves: `history.pushState({}, '', location.href + '#there'); location.hash = 'here'; root.innerHTML = '<p>here</p>';`,
};
const pages: Record<string, string> = {
  '/': ladlePage(stories),
  '/elsewhere': '<p>elsewhere</p>',
  '/once': '<script>location.href = "/elsewhere"</script>',
  '/round':
    '<p>round</p><script>function spin() { location.href = "/round?" + performance.now(); } setTimeout(spin)</script>',
  '/closes': '<p>closes</p><script>function end() { window.close(); } setTimeout(end)</script>',
};

/** Asks for what only another program could open, while the page loads or later. */
const foreign: Record<string, string> = {
  nothing: '',
  click: 'document.links[0].click()',
  'click after loading': 'onload = () => document.links[0].click()',
  telephone: 'location.href = "tel:1"',
  program: 'location.assign("svc-example:open")',
  window: 'open(" MAILTO:a@b.example")',
  form: 'document.forms[0].submit()',
  'form with its events': 'document.forms[0].requestSubmit()',
  meta: `document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="refresh" content="0;url=mailto:a@b.example">')`,
  'in a frame': `const frame = document.body.appendChild(document.createElement('iframe'));
    frame.hidden = true;
    frame.srcdoc = "<script>location.href = 'mailto:a@b.example'<\\/script>";`,
};
for (const [index, script] of Object.values(foreign).entries()) {
  pages[`/foreign-${index}`] =
    `<!doctype html><a href="mailto:a@b.example">Mail</a><form action="mailto:a@b.example"></form>
    <script>${script}</script><p>and more</p>`;
}

let server: TestServer;
let base: string;
let fleet: Fleet;

beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (pathname === '/download') {
      response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' });
      response.end('zip');
    } else {
      const page = pages[pathname];
      response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page);
    }
  });
  base = `http://127.0.0.1:${server.port}`;
  fleet = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`], targetTimeoutMs: 90_000 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const messageOf = (outcome: CaptureOutcome | undefined): string | undefined =>
  outcome?.ok ? 'captured' : outcome?.message.replaceAll(base, '').replaceAll(/:\d+:\d+\)/g, ')');

async function messagesOf(targets: readonly CaptureTarget[]): Promise<Record<string, string | undefined>> {
  const outcomes = await captureAll(fleet, targets);
  return Object.fromEntries([...outcomes].map(([name, outcome]) => [name, messageOf(outcome)]));
}

it('a story that does not stay says where it went, and who asked', async () => {
  // The stories are written in the first document that the build shows.
  const at = '(/?story=svc--no-story&mode=preview)';
  expect(await messagesOf(Object.keys(stories).map((id) => ladleStory(base, id)))).toEqual({
    href: `the story went to /elsewhere (by a script, in goAway ${at})`,
    form: 'the story went to /elsewhere? (by submitting a form)',
    post: 'the story went to /elsewhere (by submitting a form)',
    meta: 'the story went to /elsewhere (by <meta http-equiv="refresh">)',
    link: `the story went to /elsewhere (by a click on the link "Next page", in Object.link ${at})`,
    redirected: `the story went to /elsewhere (by a script, in follow ${at})`,
    nowhere: `the host of http://nowhere.invalid/ could not be found; the story went there by a script, in leave ${at}`,
    gone: `the server answered 404 Not Found for /gone; the story went there by a click on the link "Gone", in Object.gone ${at}`,
    opens: `the story opened another window (/elsewhere, in openHelp ${at})`,
    'opens-link': 'the story opened another window (/elsewhere)',
    downloads: 'the story started a download (download.zip) instead of showing something',
    reloads: expect.stringMatching(
      /^the story reloaded itself \(by a reload, in again \(.*\)\) again and again$/,
    ),
    'reloads-late': expect.stringMatching(
      /^the story reloaded itself \(by a reload, in later \(.*\)\) again and again$/,
    ),
    back: 'the story went back to an empty page',
    'reloads-once': 'captured',
    moves: 'captured',
  });
});

it('a page is captured where it goes, unless it never stops', async () => {
  const targets = ['/once', '/round', '/closes', '/elsewhere'].map((path) => ({
    name: path,
    url: base + path,
  }));
  expect(await messagesOf(targets)).toEqual({
    '/once': 'captured',
    '/round': expect.stringMatching(
      /^the page went to \/round\?[\d.]+ \(by a script, in spin \(\/round.*\)\) again and again$/,
    ),
    // Browsers let scripts close only windows that scripts opened.
    '/closes': 'captured',
    '/elsewhere': 'captured',
  });
});

it('a page that asks for another program is captured whole', async () => {
  const targets = Object.keys(foreign).map((name, index) => ({ name, url: `${base}/foreign-${index}` }));
  const outcomes = await captureAll(fleet, targets);
  const plain = resultOf(outcomes.get('nothing'));
  const expected = Object.keys(foreign).map((name) => [name, plain]);
  expect(targets.map(({ name }) => [name, resultOf(outcomes.get(name))])).toEqual(expected);
});
