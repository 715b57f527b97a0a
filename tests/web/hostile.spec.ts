import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fixtures } from '../../apps/web/dev/Fixtures.js';
import { openWeb, type Web } from './openWeb.js';

let web: Web;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web?.close());

/** What somebody who may name things may try: markup, addresses, templates, and characters that turn text around. */
const corpus = [
  '<img src=x onerror="window.xss=1;alert(1)">',
  '"><script>window.xss=1</script>',
  "'><svg onload=window.xss=1>",
  'javascript:window.xss=1',
  '<a href="javascript:window.xss=1">click</a>',
  '<iframe srcdoc="<script>parent.xss=1</script>"></iframe>',
  '<base href="https://evil.invalid/">',
  '<style>@import "https://evil.invalid/a.css";</style>',
  '<form action="https://evil.invalid"><button>go</button></form>',
  '{{constructor.constructor("window.xss=1")()}}',
  '#{window.xss=1}',
  '</title><script>window.xss=1</script>',
  '\u202egnp.exe\u202c',
  '\u2066\u202e\u2067 \u200b\ufeff\u2028',
  '\u0001\u001b[31m\u0007',
  'e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301',
  'W'.repeat(300),
];

/** Fields that people, repositories and other servers fill. */
const human = new Set(
  'name suite branch message error title createdBy decidedBy invitedBy actor email repository checkName defaultBranch baselineRef baselineSource renderer baselineRenderer organisation path snapshots targetRefs approvers details author subject word reason label to from'.split(
    ' ',
  ),
);
/** Addresses that a code host answers. */
const addresses = new Set(['checkRunUrl', 'url', 'pullRequestUrl']);

/** Puts the corpus into every such field, each followed by what it was, so that names stay apart. */
function plant(fixtures: Fixtures): number {
  let planted = 0;
  const seen = new Set<object>();
  const hostile = (text: string) => `${corpus[planted++ % corpus.length]} ${text}`;
  const walk = (value: unknown, isHuman: boolean): unknown => {
    if (typeof value === 'string') return isHuman ? hostile(value) : value;
    if (typeof value !== 'object' || value === null || seen.has(value)) return value;
    seen.add(value);
    if (value instanceof Map) {
      for (const one of value.values()) walk(one, false);
      return value;
    }
    const fields = value as Record<string, unknown>;
    for (const [field, inner] of Object.entries(fields)) {
      if (addresses.has(field) && typeof inner === 'string') fields[field] = 'javascript:window.xss=1';
      else if (inner !== null) fields[field] = walk(inner, Array.isArray(value) ? isHuman : human.has(field));
    }
    return value;
  };
  walk(fixtures, false);
  for (const slug of corpus.map((text) => `acme/${text}`)) {
    fixtures.projects.push({
      slug,
      defaultBranch: slug,
      createdAt: '2026-01-01T00:00:00Z',
      lastActivityAt: '2026-01-01T00:00:00Z',
    });
  }
  return planted;
}

/** A place of every route; a route without one fails. */
const places: Record<string, string[]> = {
  '/': ['/'],
  '/sign-in': [
    '/sign-in?problem=<img src=x onerror=window.xss=1>&provider=<script>window.xss=1</script>&next=javascript:window.xss=1',
  ],
  '/invitation': ['/invitation#inv_first'],
  '/cli-login': ['/cli-login?code=MNPQ-RSTV', '/cli-login?code=<img src=x onerror=window.xss=1>'],
  '/account': ['/account?problem=refused&provider=<img src=x onerror=window.xss=1>'],
  '/organisations/$org/{-$section}': [
    '/organisations/acme',
    '/organisations/acme/members',
    '/organisations/acme/audit',
    '/organisations/acme/<img src=x onerror=window.xss=1>',
  ],
  '/$org/$project/settings/{-$section}': [
    '/acme/web/settings',
    '/acme/web/settings/keys',
    '/acme/web/settings/code-host',
    '/acme/web/settings/members',
    '/acme/web/settings/audit',
  ],
  '/$org/$project': ['/acme/web', '/acme/<img src=x onerror=window.xss=1>'],
  '/$org/$project/suites/$suite': [
    '/acme/web/suites/storybook',
    '/acme/web/suites/<img src=x onerror=window.xss=1>?branch=<script>window.xss=1</script>',
  ],
  '/$org/$project/suites/$suite/snapshots/$name': [
    '/acme/web/suites/names/snapshots/{snapshot}',
    '/acme/web/suites/names/snapshots/<img src=x onerror=window.xss=1>',
  ],
  '/$org/$project/sessions/$id': ['/acme/web/sessions/ses_done'],
  '/$org/$project/captures/$id': ['/acme/web/captures/cap_head', '/acme/web/captures/cap_none'],
  '/$org/$project/diffs/$id': [
    '/acme/web/diffs/dif_review?q=<img src=x onerror=window.xss=1>',
    '/acme/web/diffs/dif_failed',
  ],
};

const routes = [
  ...readFileSync(new URL('../../apps/web/src/router.tsx', import.meta.url), 'utf8').matchAll(
    /\bpath: '([^']+)'/g,
  ),
].map(([, path]) => path ?? '');

/** What went wrong in a page: code that ran, content that was refused, addresses that are none. */
const harm = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const { xss, refused } = window as unknown as { xss?: unknown; refused: string[] };
    if (xss !== undefined) found.push('code ran');
    found.push(...refused.map((what) => `refused: ${what}`));
    const planted = 'img[src="x"], iframe, base, script:not([src]), form[action*="evil"], object, embed';
    for (const element of document.querySelectorAll(planted)) found.push(element.outerHTML.slice(0, 100));
    for (const { href } of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (!href.startsWith(location.origin)) found.push(`address: ${href.slice(0, 100)}`);
    }
    return found;
  });

describe('names that are an attack', () => {
  it('are tried on every route', () => {
    expect(routes.length).toBeGreaterThan(8);
    expect(routes.filter((path) => !places[path])).toEqual([]);
  });

  it.each(Object.values(places).flat())('are text and nothing else: %s', async (path) => {
    const { page, fixtures } = await web.open('/favicon.svg', { viewport: { width: 390, height: 844 } });
    const asked: string[] = [];
    const dialogs: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.addInitScript(() => {
      const refused: string[] = [];
      Object.assign(window, { refused });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        refused.push(`${violatedDirective} ${blockedURI}`),
      );
    });
    expect(plant(fixtures)).toBeGreaterThan(500);
    const origin = new URL(page.url()).origin;
    const [named] = fixtures.records.baselines['names main'] ?? [];
    await page.goto(origin + path.replace('{snapshot}', encodeURIComponent(named?.name ?? '')));
    await page.locator('h1, h2').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await harm(page)).toEqual([]);
    expect([dialogs, asked.filter((url) => !url.startsWith(origin))]).toEqual([[], []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    if (!/settings|organisations/.test(path)) return;
    const [asking] = await page.getByRole('button', { name: /^(Revoke|Remove|Disconnect)/ }).all();
    if (!asking) return;
    await asking.click();
    await page.getByRole('dialog').waitFor();
    expect(await harm(page)).toEqual([]);
  });
});
