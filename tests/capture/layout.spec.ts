import { decodeRecord, type LayoutRecord, type NodeDetails, recordedProperties } from '@svc/layout-diff';
import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { testFleet } from './testFleet.js';

/** A node in words: boxes as `x y width height`. */
interface Seen {
  tag: string;
  box: string;
  parent: Seen | null;
  style: Record<string, string>;
  details: Record<string, unknown>;
}

const pages: Record<string, string> = {
  plain: `<style>:root { --ink: #123456 } @media (min-width: 1px) { :root { --wide: 1 } } @media print { :root { --printed: 1 } }
      @supports (display: grid) { @layer base { html { --layered: 2px } } } .box { color: var(--ink); border: 2px solid teal }</style>
    <p id="a" class="box  tall" data-testid="first" style="position: absolute; left: 10px; top: 20px; width: 100px; height: 30px; margin: 0">
      Hello <b id="b">big</b>   world</p>
    <div id="gone" style="display: none">hidden</div>`,
  adopted: `<script>const sheet = new CSSStyleSheet(); sheet.replaceSync(':root { --adopted: 3px }'); document.adoptedStyleSheets = [sheet];</script>
    <style>@import url('/theme.css');</style>`,
  shadow: `<x-open></x-open><x-closed><i id="slotted">light</i></x-closed><script>
    for (const mode of ['open', 'closed']) {
      const root = document.querySelector('x-' + mode).attachShadow({ mode });
      root.innerHTML = '<style>:host { --of-' + mode + ': 1px; color: rgb(1, 2, 3) }</style><section id="in-' + mode + '"><slot><u id="fallback-' + mode + '">fallback</u></slot></section>';
    }</script>`,
  contents: `<div id="outer" style="display: contents; color: rgb(9, 9, 9)"><p id="inner">text</p></div>`,
  pseudo: `<style>#a::before { content: "→ "; color: rgb(1, 1, 1) } #a::after { content: "!" } #b::before { content: none }</style>
    <p id="a">text</p><p id="b">other</p>`,
  private: `<div data-svc-private id="secret" title="t-secret">s-secret <img alt="i-secret" src="/secret.svg"><x-part></x-part>
      <b style="background: url(/b-secret.svg)">n-secret</b></div>
    <style>#secret::before { content: "p-secret" }</style>
    <label data-svc-private for="f">l-secret</label><input id="f"><input id="p" type="password" value="v-secret">
    <input id="w" type="text" autocomplete="current-password" value="w-secret"><input id="q" value="open" placeholder="shown">
    <script>document.querySelector('x-part').attachShadow({ mode: 'closed' }).innerHTML = '<b>x-secret</b>';
      document.querySelector('#p').value = 'typed-secret';</script>`,
  media: `<img id="i" src="/logo.svg#part" alt="Logo" width="20" height="20"><canvas id="c" width="10" height="10"></canvas>
    <video id="v" width="30" height="30"></video><svg id="s" width="10" height="10"><path id="d" d="M0 0L5 5" fill="red"/></svg>
    <iframe id="o" src="http://127.0.0.1:1/"></iframe>`,
  framed: `<iframe id="f" style="position: absolute; left: 100px; top: 50px; width: 200px; height: 100px; border: 3px solid; padding: 2px"
      srcdoc='<body style="margin: 0"><p id="in" style="margin: 0; position: absolute; left: 10px; top: 7px; width: 40px; height: 9px">framed'></iframe>`,
  moved: `<div style="transform: scale(2); transform-origin: 0 0; position: absolute; left: 10px; top: 10px; width: 30px; height: 20px" id="a"></div>
    <div id="scroll" style="position: absolute; top: 100px; left: 0; width: 100px; height: 50px; overflow: auto"><div style="height: 900px"><b id="far" style="position: absolute; top: 300px; left: 5px; width: 5px; height: 5px"></b></div></div>
    <div id="off" style="position: absolute; left: -99999999px; top: 0; width: 10px; height: 10px"></div>
    <script>document.querySelector('#scroll').scrollTop = 40</script>`,
  table: `<table id="t"><tbody><tr><td id="cell" style="vertical-align: middle">1</td><td>2</td></tr></table>`,
  has: `<style>section:has(> .bad) { color: rgb(200, 0, 0) }</style><section id="a"><p class="bad">x</p></section>`,
  fonts: `<style>@font-face { font-family: Never; src: url(/never.woff2) }</style>
    <p style="font-family: Never, Missing, monospace">text</p><p style="font-family: serif">text</p>`,
  hostile: `<style>:root { --ink: 1 }</style><p id="a" class="b">text</p><script>
    const real = getComputedStyle;
    const lying = { get: (style, name) => name === 'getPropertyValue' ? () => 'mine' : style[name] };
    window.getComputedStyle = (...of) => new Proxy(real(...of), lying);
    Array.prototype.toJSON = () => 'mine'; String.prototype.toJSON = () => 'mine';
    Array.prototype.extra = 1; Object.prototype.extra = 1;
    Array.prototype.sort = () => ['mine']; Array.prototype.join = () => 'mine';
    JSON.stringify = () => 'mine'; JSON.parse = () => 'mine';</script>`,
  broken: `<p>text</p><script>Element.prototype.getBoundingClientRect = () => { throw new Error('mine') }</script>`,
  quoted: `<p id="a">“a" \\ b\u2028</p><style>#a::after { content: "\\a" }</style>`,
  deep: `<script>let at = document.body; for (let n = 0; n < 3000; n++) at = at.appendChild(document.createElement('i')); at.textContent = 'x'</script>`,
  many: `<style>b { position: absolute; left: 0; top: 0 }</style><script>document.body.insertAdjacentHTML('beforeend', '<b>x</b>'.repeat(30000))</script>`,
  uses: `<style>
      :root { --space: 4px; --near: var(--space); --ink: #123456; --un\\.used: 1; --icon: url(data:a;b,c); --late: 1px; --part: 2px }
      p { padding: var(--near); @media (min-width: 1px) { & { margin-left: calc(2px + var(--space)) } } border: 1px solid var(--ink) }
      b { color: var(--ink); outline: 1px solid color-mix(in srgb, currentColor 50%, red); transition: all var(--late) }
      @keyframes fade { from { opacity: var(--late) } }</style>
    <p style="gap: 1px; row-gap: var(--space)">x</p><b>y</b><svg width="9" height="9"><path d="M0 0L5 5" stroke="var(--ink)"/></svg>
    <x-part></x-part><iframe srcdoc="<style>p { order: var(--part) }</style><p>z"></iframe><script>
    const root = document.querySelector('x-part').attachShadow({ mode: 'closed' });
    const sheet = new CSSStyleSheet(); sheet.replaceSync('u { inset: var(--part) }');
    root.innerHTML = '<u style="flex-grow: var(--part)">u</u>'; root.adoptedStyleSheets = [sheet];</script>`,
  overridden: `<style>:root { --a: 1px; --b: 2px } p { border-radius: var(--a); border-top-left-radius: 0 }</style><p>x</p>`,
  foreign: `<style>:root { --space: 4px }</style><link rel="stylesheet" href="http://127.0.0.1:PORT/theme.css">`,
  tokens: `<style>:root { ${Array.from({ length: 3_000 }, (_, n) => `--t${n}: ${n}.5px`).join('; ')}; --used: #0a0b0c; ${Array.from({ length: 20 }, (_, n) => `--alike-${'x'.repeat(20 - n)}: hsl(120 100% 25%)`).join('; ')} }</style><p style="color: var(--used); background: var(--alike-x)">x</p>`,
};

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    if (path === 'theme.css') response.setHeader('content-type', 'text/css').end(':root { --imported: 4px }');
    else if (path.endsWith('.svg'))
      response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (path in pages)
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          `<!doctype html><meta charset="utf-8"><body style="margin: 0">${pages[path]?.replace('PORT', `${server.port}`)}`,
        );
    else response.writeHead(404).end();
  });
  fleet = testFleet(server.port, { pages: 1 });
});
afterAll(async () => {
  await fleet.close();
  await server.close();
});

async function capture(
  name: string,
  more: Partial<CaptureTarget> = {},
  wantsLayout = async () => true,
): Promise<CaptureOutcome> {
  const url = `http://sit-layout.sites.localhost:4300/${name}`;
  const outcomes: CaptureOutcome[] = [];
  await fleet.capture([{ name, url, ...more }], {
    project: 'test',
    signal: new AbortController().signal,
    wantsLayout,
    onOutcome: async (_index, outcome) => void outcomes.push(outcome),
  });
  const [outcome] = outcomes;
  if (!outcome) throw new Error('no outcome');
  return outcome;
}

async function layoutOf(name: string, more?: Partial<CaptureTarget>): Promise<string> {
  const outcome = await capture(name, more);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.layout ?? 'none';
}

function read(record: LayoutRecord) {
  const text = (place: number | undefined) => (place === undefined ? '' : (record.strings[place] ?? 'lost'));
  const seen: Seen[] = [];
  for (const [parent, tag, style, x, y, width, height, details = {}] of record.nodes) {
    const { classes, attributes, kind, ...texts } = details as NodeDetails;
    const words: Record<string, unknown> = Object.fromEntries(
      Object.entries(texts).map(([key, place]) => [key, text(place)]),
    );
    if (kind) words.kind = kind;
    if (classes) words.classes = classes.map(text);
    if (attributes) words.attributes = Object.fromEntries(attributes.map(([a, b]) => [text(a), text(b)]));
    seen.push({
      tag: text(tag),
      box: [x, y, width, height].join(' '),
      parent: seen[parent] ?? null,
      style: Object.fromEntries(
        recordedProperties.map((name, place) => [name, text(record.styles[style]?.[place])]),
      ),
      details: words,
    });
  }
  const tokens = Object.fromEntries(
    record.customProperties.map(([name, value]) => [text(name), text(value)]),
  );
  const uses =
    record.customPropertyUses &&
    Object.fromEntries(
      record.customProperties.map(([name], place) => [
        text(name),
        record.customPropertyUses?.[place]?.map(text).join(' '),
      ]),
    );
  return {
    seen,
    tokens,
    uses,
    fonts: record.fonts.map(text),
    find: (id: string) => seen.find(({ details }) => details.id === id),
  };
}

const see = async (name: string) => read(decodeRecord(await layoutOf(name)));

describe('a layout record', () => {
  it('has boxes, styles, texts and names of what is laid out, and custom properties that apply', async () => {
    const { find, seen, tokens } = await see('plain');
    expect(find('a')).toMatchObject({
      tag: 'p',
      box: '10 20 104 34',
      details: { classes: ['box', 'tall'], testId: 'first', text: 'Hello world' },
      style: {
        color: 'rgb(18, 52, 86)',
        'border-width': '2px',
        'border-color': 'rgb(0, 128, 128)',
        'flex-direction': '',
      },
    });
    expect(find('b')).toMatchObject({
      parent: { tag: 'p' },
      style: { color: 'rgb(18, 52, 86)', 'border-color': '' },
    });
    expect(find('gone')).toBeUndefined();
    expect(seen.map(({ tag }) => tag)).toEqual(['html', 'body', 'p', 'b']);
    expect(tokens).toEqual({ '--ink': '#123456', '--layered': '2px', '--wide': '1' });
  });

  it('has custom properties of adopted and imported sheets, and of hosts', async () => {
    expect((await see('adopted')).tokens).toEqual({ '--adopted': '3px', '--imported': '4px' });
    expect((await see('shadow')).tokens).toEqual({ '--of-closed': '1px', '--of-open': '1px' });
  });

  it('has open and closed shadow roots, with what is slotted where it is shown', async () => {
    const { find } = await see('shadow');
    expect(find('in-open')?.parent?.tag).toBe('x-open');
    expect(find('fallback-open')?.parent?.details.id).toBe('in-open');
    expect(find('slotted')?.parent?.details.id).toBe('in-closed');
    expect(find('slotted')?.style.color).toBe('rgb(1, 2, 3)');
    expect(find('fallback-closed')).toBeUndefined();
  });

  it('has what has no box of its own but hands down styles', async () => {
    const { find } = await see('contents');
    expect(find('outer')).toMatchObject({ style: { color: 'rgb(9, 9, 9)', display: 'contents' } });
    expect(find('inner')?.parent?.details.id).toBe('outer');
  });

  it('has pseudo-elements with content, in order', async () => {
    const { seen } = await see('pseudo');
    expect(seen.slice(2).map(({ tag, details }) => [tag, details.content ?? details.id])).toEqual([
      ['p', 'a'],
      ['::before', '"→ "'],
      ['::after', '"!"'],
      ['p', 'b'],
    ]);
    expect(seen[3]?.style.color).toBe('rgb(1, 1, 1)');
  });

  it('has nothing of what is private', async () => {
    const text = await layoutOf('private');
    expect(text).not.toMatch(/\w-secret/);
    const { find, seen } = read(decodeRecord(text));
    expect(find('q')?.details.attributes).toEqual({ placeholder: 'shown', value: 'open' });
    expect(find('p')?.details.attributes).toEqual({ type: 'password' });
    expect(seen.some(({ tag }) => tag === 'img')).toBe(true);
  });

  it('marks what draws its own pixels', async () => {
    const { find } = await see('media');
    expect(find('i')?.details).toMatchObject({ kind: 'image', image: '/logo.svg', name: 'Logo' });
    expect(find('c')?.details.kind).toBe('canvas');
    expect(find('v')?.details.kind).toBe('video');
    expect(find('s')?.details).toMatchObject({ kind: 'image', image: expect.stringMatching(/^[0-9a-f]+$/) });
    expect(find('d')).toMatchObject({ parent: { tag: 'svg' }, style: { fill: 'rgb(255, 0, 0)' } });
    expect(find('o')?.details.kind).toBe('frame');
  });

  it('has frames of the same origin where they are in the page', async () => {
    const { find, seen } = await see('framed');
    expect(find('in')).toMatchObject({ box: '115 62 40 9', details: { text: 'framed' } });
    expect(seen.find(({ tag, parent }) => tag === 'html' && parent)?.parent?.details.id).toBe('f');
  });

  it('has boxes as they are shown, transformed and scrolled', async () => {
    const { find } = await see('moved');
    expect(find('a')?.box).toBe('10 10 60 40');
    expect(find('far')?.box).toBe('5 360 5 5');
    expect(find('off')?.box).toMatch(/^-10000000 0 10 10$/);
  });

  it('has tables, and styles of :has()', async () => {
    expect((await see('table')).find('cell')?.style['vertical-align']).toBe('middle');
    expect((await see('has')).find('a')?.style.color).toBe('rgb(200, 0, 0)');
  });

  it('names the fonts that were used, and loads none', async () => {
    expect((await see('fonts')).fonts).toEqual(['monospace', 'serif']);
  });

  it('has only those of many custom properties that the page shows', async () => {
    const { '--used': used, ...alike } = (await see('tokens')).tokens;
    expect(used).toBe('#0a0b0c');
    const shortest = Array.from({ length: 8 }, (_, n) => [
      `--alike-${'x'.repeat(n + 1)}`,
      'hsl(120 100% 25%)',
    ]);
    expect(alike).toEqual(Object.fromEntries(shortest));
  });

  it('has the properties that are set from custom ones, wherever that is declared', async () => {
    expect((await see('uses')).uses).toEqual({
      '--icon': '',
      '--ink': 'border color outline stroke',
      '--late': 'opacity',
      '--near': 'padding',
      '--part': 'flex-grow inset order',
      '--space': 'margin-left padding row-gap',
      '--un.used': '',
    });
    // Browsers no longer tell what a shorthand was set from once a part of it is overridden.
    const others = 'border-bottom-left-radius border-bottom-right-radius border-top-right-radius';
    expect((await see('overridden')).uses).toEqual({ '--a': others, '--b': others });
    expect((await see('foreign')).uses).toBeUndefined();
    expect(decodeRecord(await layoutOf('many')).customPropertyUses).toBeUndefined();
  });

  it('says where the picture is in the page', async () => {
    const { origin, size } = decodeRecord(await layoutOf('plain', { selector: '#a' }));
    expect({ origin, size }).toEqual({ origin: [10, 20], size: [104, 34] });
  });

  it('survives quotes, and elements as deep as they come', async () => {
    expect((await see('quoted')).find('a')?.details.text).toBe('“a" \\ b');
    // The record ends after some time, which a busy machine may need for less.
    await expect.poll(async () => (await see('deep')).seen.length).toBeGreaterThan(100);
  });

  it('is the same each time', async () => {
    for (const name of ['plain', 'shadow', 'media']) expect(await layoutOf(name)).toBe(await layoutOf(name));
  });

  it('is cut off on a page of 30,000 elements', async () => {
    const { partial, nodes } = decodeRecord(await layoutOf('many'));
    expect(partial).toMatch(/^(nodes|time|bytes)$/);
    expect(nodes.length).toBeLessThanOrEqual(20_000);
    expect(nodes.length).toBeGreaterThan(10);
  });

  it('is as good on a page that replaces what scripts are made of', async () => {
    const { find, tokens } = await see('hostile');
    expect(find('a')).toMatchObject({
      tag: 'p',
      details: { classes: ['b'], text: 'text' },
      style: { 'font-size': '16px' },
    });
    expect(tokens).toEqual({ '--ink': '1' });
  });

  it('is left out where it cannot be had, and the picture is taken', async () => {
    const outcome = await capture('broken');
    expect(outcome.ok).toBe(true);
    expect(outcome).not.toHaveProperty('layout');
    const unasked = await capture('plain', {}, () => Promise.reject(new Error('the database is down')));
    expect(unasked.ok).toBe(true);
    expect(unasked).not.toHaveProperty('layout');
  });
});
