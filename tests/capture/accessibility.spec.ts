import { type AccessibilityNode, decodeAccessibility, diffAccessibility } from '@svc/layout-diff';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { testFleet } from './testFleet.js';

const pages: Record<string, string> = {
  form: `<h1>Sign in</h1><form aria-label="Sign in"><label for="mail">E-mail</label><input id="mail" required>
    <label>Password <input id="word" type="password" value="v-secret"></label>
    <label><input type="checkbox" id="stay" checked> Stay signed in</label>
    <select id="where" aria-label="Where"><option>Here</option></select>
    <button id="send" class="primary" aria-expanded="false"><svg aria-hidden="true"><title>no</title></svg> Send <b>now</b></button>
    <button id="off" disabled>Off</button><a id="link" href="/x">Help</a><a id="anchor">No link</a></form>
    <img id="logo" src="/none.svg" alt="Logo"><img id="decoration" src="/none.svg" alt="">
    <div id="gone" style="display: none"><button>Gone</button></div><div id="unseen" style="visibility: hidden"><button>Unseen</button></div>
    <div id="silent" aria-hidden="true"><button id="inside">Inside</button></div>`,
  order: `<button id="a">a</button><button id="b" tabindex="2">b</button><div id="c" tabindex="0" role="button">c</div>
    <button id="d" tabindex="1">d</button><button id="e" tabindex="-1">e</button>`,
  shadow: `<x-open></x-open><x-closed></x-closed><script>
    for (const mode of ['open', 'closed'])
      document.querySelector('x-' + mode).attachShadow({ mode }).innerHTML = '<button id="in-' + mode + '">In ' + mode + '</button>';
    </script>`,
  private: `<div data-svc-private><button id="secret" aria-label="a-secret" title="t-secret">s-secret</button></div>
    <label for="f" data-svc-private>l-secret</label><input id="f" value="v-secret"><p>p <i data-svc-private>i-secret</i></p>
    <button>open <i data-svc-private>n-secret</i></button>`,
  broken: `<html lang="en"><title>x</title><main><button id="nameless"></button><p id="dim" style="color: #999; background: #fff">dim text</p>
    <x-part></x-part></main><script>document.querySelector('x-part').attachShadow({ mode: 'open' }).innerHTML = '<div><button id="deep"></button></div>'</script>`,
  mended: `<html lang="en"><title>x</title><main><button id="nameless">named</button><p id="dim" style="color: #333; background: #fff">dim text</p>
    <x-part></x-part></main><script>document.querySelector('x-part').attachShadow({ mode: 'open' }).innerHTML = '<div><button id="deep"></button></div>'</script>`,
  screens: `<html lang="en"><title>x</title><style>button { width: 40px; height: 40px }</style>
    <div class="sb-wrapper" style="display: none"><button></button><p id="error-message"></p></div><main id="root">
    <button id="nameless" aria-describedby="error-message"></button><button id="alike" aria-labelledby="error-message"></button>
    <button id="named">x</button><p id="error-message">An id that Storybook has, too</p></main>
    <div class="sb-wrapper"><button id="seen"></button></div>`,
  drawing: `<svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>`,
  hostile: `<button id="a">text</button><script>
    Array.prototype.toJSON = () => 'mine'; String.prototype.toJSON = () => 'mine'; JSON.stringify = () => 'mine';
    Array.prototype.extra = 1; Object.prototype.extra = 1; window.axe = 'mine';
   </script>`,
  failing: `<p>text</p><script>Element.prototype.getAttribute = () => { throw new Error('mine') }</script>`,
  many: `<style>b { position: absolute; left: 0; top: 0 }</style><script>document.body.insertAdjacentHTML('beforeend', '<b>x</b>'.repeat(9000))</script>`,
};

const start = '<!doctype html><meta charset="utf-8"><body style="margin: 0">';

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    if (!(path in pages)) response.writeHead(404).end();
    else
      response
        .setHeader('content-type', path === 'drawing' ? 'image/svg+xml' : 'text/html; charset=utf-8')
        .end(path === 'drawing' ? pages[path] : `${start}${pages[path]}`);
  });
  fleet = testFleet(server.port, { pages: 1 });
});
afterAll(async () => {
  await fleet.close();
  await server.close();
});

async function capture(
  name: string,
  wantsRules: ((index: number, png: Buffer, tree: string) => Promise<boolean>) | undefined,
): Promise<CaptureOutcome & { ok: true }> {
  const outcomes: CaptureOutcome[] = [];
  await fleet.capture([{ name, url: `http://sit-layout.sites.localhost:4300/${name}` }], {
    project: 'test',
    signal: new AbortController().signal,
    ...(wantsRules && { wantsRules }),
    onOutcome: async (_index, outcome) => void outcomes.push(outcome),
  });
  const [outcome] = outcomes;
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'no outcome');
  return outcome;
}

async function recordOf(name: string, isChecked = false) {
  const { accessibility } = await capture(name, async () => isChecked);
  const json = isChecked ? accessibility?.checked : accessibility?.tree;
  if (!json) throw new Error('nothing was recorded');
  return decodeAccessibility(json);
}
const byId = (nodes: readonly AccessibilityNode[], id: string) => nodes.find((node) => node.id === id);
const short = (node: AccessibilityNode | undefined) =>
  node && [node.role, node.name, ...(node.states ?? []).map((state) => state.join('='))].join(' | ');

describe('what a page says to assistive technology', () => {
  it('has roles, names and states', async () => {
    const { nodes, violations, partial } = await recordOf('form');
    expect(violations).toBeNull();
    expect(partial).toBeUndefined();
    const said = (id: string) => short(byId(nodes, id));
    expect(short(nodes.find(({ tag }) => tag === 'h1'))).toBe('heading | Sign in | level=1');
    expect(short(nodes.find(({ tag }) => tag === 'form'))).toBe('form | Sign in');
    expect(said('mail')).toBe('textbox | E-mail | required=true');
    expect(said('word')).toBe('textbox | Password');
    expect(said('stay')).toBe('checkbox | Stay signed in | checked=true');
    expect(said('where')).toBe('combobox | Where');
    expect(said('send')).toBe('button | Send now | expanded=false');
    expect(said('off')).toBe('button | Off | disabled=true');
    expect(said('link')).toBe('link | Help');
    expect(said('anchor')).toBe(' | ');
    expect(said('logo')).toBe('img | Logo');
    expect([said('decoration'), said('gone'), byId(nodes, 'unseen')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(said('inside')).toBe(' | ');
    expect(JSON.stringify(nodes)).not.toMatch(/secret|Gone|Unseen/);
    expect(byId(nodes, 'send')?.box[2]).toBeGreaterThan(10);
  });

  it('has the tab order', async () => {
    const { nodes } = await recordOf('order');
    const order = Object.fromEntries(nodes.map(({ id, order }) => [id, order]));
    expect(order).toMatchObject({ d: 1, b: 2, a: 3, c: 4, e: undefined });
  });

  it('has what is in shadow roots, also closed ones', async () => {
    const { nodes } = await recordOf('shadow');
    expect([short(byId(nodes, 'in-open')), short(byId(nodes, 'in-closed'))]).toEqual([
      'button | In open',
      'button | In closed',
    ]);
  });

  it('leaves out what is private', async () => {
    const { accessibility } = await capture('private', async () => true);
    expect(accessibility?.tree).toContain('"name":"open"');
    expect(`${accessibility?.tree} ${accessibility?.checked}`).not.toMatch(/[a-z]-secret/);
  });

  it('is the same for the same page', async () => {
    const [one, other] = [await capture('form', async () => false), await capture('form', async () => false)];
    expect(one.accessibility?.tree).toBe(other.accessibility?.tree);
  });

  it('is bounded', async () => {
    const { nodes, partial } = await recordOf('many');
    expect(partial).toBeDefined();
    expect(nodes.length).toBeLessThanOrEqual(5_000);
  });
});

describe('rules', () => {
  it('are those that the page breaks, with their elements, also below shadow roots', async () => {
    const { nodes, violations } = await recordOf('broken', true);
    const told = violations?.map(({ rule, node }) => `${rule} ${nodes[node]?.id}`).sort();
    expect(told).toEqual(['button-name deep', 'button-name nameless', 'color-contrast dim']);
    const dim = violations?.find(({ rule }) => rule === 'color-contrast');
    expect(dim?.contrast?.needed).toBe(4.5);
    expect(dim?.contrast?.ratio).toBeCloseTo(2.84, 1);
  });

  it('are not checked in screens of Storybook that are hidden, whose ids a story may have, too', async () => {
    const { nodes, violations } = await recordOf('screens', true);
    const told = violations?.map(({ rule, node }) => `${rule} ${nodes[node]?.id}`).sort();
    expect(told).toEqual(['button-name alike', 'button-name nameless', 'button-name seen']);
  });

  it('are checked where a page has no body', async () => {
    expect((await recordOf('drawing', true)).violations).toEqual([]);
  });

  it('tell what is new between two pages', async () => {
    const [before, after] = [await recordOf('mended', true), await recordOf('broken', true)];
    expect(
      diffAccessibility(before, after).findings.map(({ kind, property }) => `${kind} ${property}`),
    ).toEqual(['nameLost null', 'violation button-name', 'contrast color-contrast']);
    expect(diffAccessibility(after, before).findings).toEqual([]);
  });

  it('are not checked where nobody asks, nor anything recorded', async () => {
    expect((await capture('broken', undefined)).accessibility).toBeUndefined();
    const asked: string[] = [];
    const { accessibility } = await capture('broken', async (_index, png, tree) => {
      asked.push(`${png.length > 0} ${tree.slice(0, 12)}`);
      return false;
    });
    expect(asked).toEqual(['true {"version":1']);
    expect(accessibility?.checked).toBeNull();
  });

  it('do not depend on what the page has changed of its functions, and leave nothing behind', async () => {
    const { nodes, violations } = await recordOf('hostile', true);
    expect(short(byId(nodes, 'a'))).toBe('button | text');
    expect(violations?.map(({ rule }) => rule)).toEqual(['document-title', 'html-has-lang']);
  });
});

it('a page that cannot be recorded still has an image', async () => {
  const { png, accessibility } = await capture('failing', async () => true);
  expect(png.length).toBeGreaterThan(100);
  expect(accessibility).toBeUndefined();
});
