import { readFileSync } from 'node:fs';
import type { Diff } from '@svc/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, openService, type Web } from './service/openService.js';
import { corpus, plantCorpus } from './service/plantCorpus.js';
import { closedAccounts, seedDeviceLogin, seedInvitation, seedPeople } from './service/seedAccess.js';
import { seedAudit, seedKeys } from './service/seedProject.js';
import { hardNames, seedHardNames, seedPast, seedSessions } from './service/seedRecords.js';
import { seedFailed } from './service/seedReviews.js';
import { untilShown } from './untilShown.js';

const seeds = {
  people: seedPeople,
  invitation: seedInvitation,
  login: seedDeviceLogin,
  review: seedPast,
  names: seedHardNames,
  failed: seedFailed,
  session: seedSessions,
  keys: seedKeys,
  audit: seedAudit,
};
let web: Web<keyof typeof seeds>;
/** What stands for a record in the places. */
let records: Record<string, string>;
beforeAll(async () => {
  web = await openService(seeds, { accounts: closedAccounts() });
  const captureOf = async (path: string) =>
    (await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(path)}`)).body.headCaptureId;
  const { review, failed, invitation, login } = web.places;
  records = {
    review: idOf(review),
    failed: idOf(failed),
    capture: await captureOf(review),
    'failed capture': await captureOf(failed),
    invitation: invitation.split('#').at(-1) ?? '',
    code: login.split('=').at(-1) ?? '',
    snapshot: encodeURIComponent(`${corpus[0]} ${hardNames[0]}`),
  };
});
afterAll(() => web?.close());

const whole = (place: string) => place.replace(/\{([\w ]+)\}/g, (_, name: string) => records[name] ?? '');

/** A place of every route; a route without one fails. */
const places: Record<string, string[]> = {
  '/': ['/'],
  '/sign-in': [
    '/sign-in?problem=<img src=x onerror=window.xss=1>&provider=<script>window.xss=1</script>&next=javascript:window.xss=1',
  ],
  '/invitation': ['/invitation#{invitation}'],
  '/forgot-password': ['/forgot-password'],
  '/reset-password': ['/reset-password#<img src=x onerror=window.xss=1>', '/reset-password'],
  '/unsubscribe': ['/unsubscribe#<img src=x onerror=window.xss=1>', '/unsubscribe'],
  '/cli-login': ['/cli-login?code={code}', '/cli-login?code=<img src=x onerror=window.xss=1>'],
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
    '/acme/web/settings/chat',
    '/acme/web/settings/members',
    '/acme/web/settings/audit',
  ],
  '/$org/$project': ['/acme/web', '/acme/<img src=x onerror=window.xss=1>'],
  '/$org/$project/suites/$suite': [
    '/acme/web/suites/storybook',
    '/acme/web/suites/<img src=x onerror=window.xss=1>?branch=<script>window.xss=1</script>',
  ],
  '/$org/$project/suites/$suite/compare': [
    '/acme/web/suites/storybook/compare?head={capture}&base=<img src=x onerror=window.xss=1>',
  ],
  '/$org/$project/suites/$suite/branches/$branch': [
    '/acme/web/suites/storybook/branches/feature%2Fcheckout',
    '/acme/web/suites/storybook/branches/<img src=x onerror=window.xss=1>',
  ],
  '/$org/$project/suites/$suite/snapshots/$name': [
    '/acme/web/suites/names/snapshots/{snapshot}',
    '/acme/web/suites/names/snapshots/<img src=x onerror=window.xss=1>',
  ],
  '/$org/$project/flaky': [
    '/acme/web/flaky',
    '/acme/web/flaky?suite=<img src=x onerror=window.xss=1>&name=x',
  ],
  '/$org/$project/sessions/$id': ['/acme/web/sessions/ses_done'],
  '/$org/$project/captures/$id': ['/acme/web/captures/{capture}', '/acme/web/captures/{failed capture}'],
  '/$org/$project/diffs/$id/accessibility': ['/acme/web/diffs/{review}/accessibility'],
  '/$org/$project/diffs/$id': [
    '/acme/web/diffs/{review}?q=<img src=x onerror=window.xss=1>',
    '/acme/web/diffs/{failed}',
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

/** From a phone to a desktop: no name makes a page wider than its window. */
const widths = [390, 768, 1024, 1440];

/** How wide a page is in a window. */
async function widthOf(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 844 });
  return page.evaluate(async () => {
    // What is measured and laid out again is so after two frames.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth;
  });
}

/** Pages that ask for nothing before they are used. */
const silent = /^\/(reset-password|unsubscribe)/;

/** How often the corpus was in an answer. */
let planted = 0;

describe('names that are an attack', () => {
  it('are tried on every route', () => {
    expect(routes.length).toBeGreaterThan(8);
    expect(routes.filter((path) => !places[path])).toEqual([]);
  });

  it.each(Object.values(places).flat())('are text and nothing else: %s', async (place) => {
    const { page } = await web.open('/favicon.svg', { viewport: { width: 390, height: 844 } });
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
    const countPlanted = await plantCorpus(page);
    const origin = new URL(page.url()).origin;
    await page.goto(origin + whole(place));
    await page.locator('h1, h2').first().waitFor();
    await untilShown(page);
    if (!silent.test(place)) await expect.poll(countPlanted).toBeGreaterThan(0);
    planted += countPlanted();
    expect(await harm(page)).toEqual([]);
    expect([dialogs, asked.filter((url) => !url.startsWith(origin))]).toEqual([[], []]);
    for (const width of widths) expect(await widthOf(page, width)).toBe(width);
    await page.setViewportSize({ width: 390, height: 844 });
    if (!/settings|organisations/.test(place)) return;
    const [asking] = await page.getByRole('button', { name: /^(Revoke|Remove|Disconnect)/ }).all();
    if (!asking) return;
    await asking.click();
    await page.getByRole('dialog').waitFor();
    expect(await harm(page)).toEqual([]);
  });

  it('were planted everywhere', () => {
    expect(planted).toBeGreaterThan(500);
  });
});
