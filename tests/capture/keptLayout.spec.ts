import { decodeRecord } from '@svc/layout-diff';
import { documentScript, layoutScript, nextLayoutScript } from '@svc/stabilise';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';

// A document shows one story after the other: what its records share has to be as good as what each would find out.

const tokens = Array.from({ length: 300 }, (_, place) => `--t${place}: ${place}px`).join(';');
const content = `<!doctype html><html><head><style id="a">:root { ${tokens}; --ink: #123456 } .dark { --ink: #abcdef; --only-dark: 12px }</style>
  <style id="b" media="(max-width: 700px)">:root { --ink: #010203 }</style></head>
  <body><p id="p" style="color: var(--ink); padding: var(--t7); font-family: Missing, serif">text</p></body></html>`;

/** What stories and their tools do to a page. */
const changes: Record<string, string> = {
  'a rule that is added': `document.querySelector('#a').sheet.insertRule(':root { --later: 7px }', 0)`,
  'a theme by a class of the root': `document.documentElement.className = 'dark'`,
  'a theme by a class of the body': `document.documentElement.className = ''; document.body.className = 'dark'`,
  'a property on the root itself': `document.body.className = ''; document.documentElement.style.setProperty('--ink', '#222222')`,
  'a style sheet that is switched off': `document.documentElement.removeAttribute('style'); document.querySelector('#a').sheet.disabled = true`,
  'and on': `document.querySelector('#a').sheet.disabled = false`,
  'a style sheet of a component that says more of the body': `document.head.insertAdjacentHTML('beforeend', '<style>p { --of-p: 5px } [data-x] { --ink: #0e0e0e; --x: 7px }</style>'); document.body.dataset.x = ''`,
  'a style sheet that is adopted': `delete document.body.dataset.x; window.sheet = new CSSStyleSheet(); sheet.replaceSync(':root { --ink: #0a0a0a }'); document.adoptedStyleSheets = [sheet]`,
  'and filled again': `sheet.replaceSync(':root { --ink: #0b0b0b; --else: 7px }')`,
  'another order of style sheets': `document.head.insertAdjacentHTML('beforeend', '<style id="c">:root { --ink: #111111 }</style><style id="d">:root { --ink: #121212 }</style>'); document.adoptedStyleSheets = []`,
  'and back': `document.querySelector('#d').after(document.querySelector('#c'))`,
  'a style sheet with another text': `document.adoptedStyleSheets = []; document.querySelector('#a').textContent += ':root { --ink: #0c0c0c }'`,
  'a rule that depends on the story': `document.querySelector('#a').textContent += ':root:has(#p) { --ink: #0d0d0d }'`,
  'and does no longer apply': `document.querySelector('#p').id = 'q'`,
  'another size of the root': `document.documentElement.style.fontSize = '7px'; document.querySelector('#a').textContent += ':root { --rem: 1rem }'`,
  'a shadow root': `const host = document.body.appendChild(document.createElement('x-y')); host.attachShadow({ mode: 'closed' }).innerHTML = '<style>:host { --of-host: 3px }</style><b style="margin: var(--of-host)">x</b>'`,
};

changes['a theme on a host'] =
  `const theme = document.body.appendChild(document.createElement('x-theme')); theme.attachShadow({ mode: 'open' }).innerHTML = '<style>:host { ${tokens.replaceAll('--t', '--host-')} } :host([dark]) { --host-9: #161616 }</style><b style="color: var(--host-9); margin: var(--host-11)">x</b>'`;
changes['which turns dark'] = `document.querySelector('x-theme').setAttribute('dark', '')`;
changes['in another place'] = `document.querySelector('#q').before(document.querySelector('x-theme'))`;
changes['below something that says more'] =
  `const around = document.createElement('div'); around.style.setProperty('--host-11', '99px'); document.body.append(around); around.append(document.querySelector('x-theme'))`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
  page = await browser.newPage({ viewport: { width: 900, height: 500 } });
  await page.addInitScript({ content: documentScript('real') });
  await page.goto('data:text/html,');
  await page.setContent(content);
});
afterAll(() => browser?.close());

const area = { scale: 1, clip: { x: 0, y: 0, width: 900, height: 500 } };
const next = async () => decodeRecord(await page.evaluate(nextLayoutScript(area)));
/** As if nothing had been recorded of the document. */
async function fresh() {
  await page.evaluate('window.kept = svcDocumentKit.recordLayout; svcDocumentKit.recordLayout = null');
  const record = decodeRecord(await page.evaluate(layoutScript(area)));
  await page.evaluate('svcDocumentKit.recordLayout = kept');
  return record;
}

it('is the same as the first record of the document would be, whatever changed since', async () => {
  expect(await page.evaluate(nextLayoutScript(area))).toBeNull();
  const first = decodeRecord(await page.evaluate(layoutScript(area)));
  expect(await next()).toEqual(first);
  let before = first;
  for (const [what, script] of Object.entries(changes)) {
    await page.evaluate(`{ ${script} }`);
    const record = await next();
    expect(record, what).toEqual(await fresh());
    expect(record, what).not.toEqual(before);
    before = record;
  }
  await page.setViewportSize({ width: 600, height: 500 });
  expect(await next()).toEqual(await fresh());
});
