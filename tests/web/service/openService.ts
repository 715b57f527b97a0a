import type { Capture, Diff, DiffCounts } from '@svc/schema';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { inject } from 'vitest';
import type { AccountRules, Resources } from '../../../apps/server/src/service/Resources.js';
import { keepRecords } from '../../../apps/server/testing/keepRecords.js';
import { settled } from '../../../apps/server/testing/settled.js';
import { startTestService, type TestService } from '../../../apps/server/testing/startTestService.js';
import { untilIdle } from '../../../apps/server/testing/untilIdle.js';
import { browserPath } from '../browserPath.js';
import { createDrawingFleet, type DrawingFleet } from './createDrawingFleet.js';

/** The real service over a real database; only its browsers are stand-ins, which draw. */
export interface World {
  service: TestService;
  fleet: DrawingFleet;
  /** The cookie of Ada Lovelace. */
  session: string;
}

/** Makes records and answers the path of a page that shows them. */
export type Seed = (world: World) => Promise<string>;

export interface OpenOptions extends BrowserContextOptions {
  /** Opens the path as somebody whom the service does not know. */
  isSignedOut?: boolean;
  /** Changes records before the page asks for them. */
  arrange?: (world: World) => Promise<void>;
}

export interface Visit {
  page: Page;
  /** Everything that the browser complained about: exceptions, refused content, failed requests. */
  complaints: string[];
}

export interface Web<Name extends string> extends World {
  /** The pages of the seeds. */
  places: Record<Name, string>;
  /** Opens a path in a fresh browser context, signed in as Ada Lovelace, over the records of the seeds. */
  open: (path: string, options?: OpenOptions) => Promise<Visit>;
  /** Opens the address of a page in a context of its own, signed in with another cookie. */
  beside: (page: Page, session: string) => Promise<Page>;
  /** How many results of the diff that a path shows are decided how. */
  counts: (path: string) => Promise<DiffCounts>;
  close: () => Promise<void>;
}

/** Serves the built web and the real service behind it to a real Chromium. The seeds are made once, and kept. */
export async function openService<Name extends string>(
  seeds: Record<Name, Seed>,
  options: { accounts?: AccountRules; mailer?: Resources['mailer'] } = {},
): Promise<Web<Name>> {
  const fleet = createDrawingFleet();
  const service = await startTestService(fleet, undefined, undefined, {
    webFolder: inject('webFolder'),
    ...options,
  });
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const session = await signInAs(service, 'Ada Lovelace');
  const world = { service, fleet, session };
  const places: Partial<Record<Name, string>> = {};
  for (const name in seeds) places[name] = await seeds[name](world);
  await untilIdle(service);
  const restore = await keepRecords(service.resources.database);
  const browser: Browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  return {
    ...world,
    places: places as Record<Name, string>,
    async open(path, { arrange, isSignedOut, ...options } = {}) {
      await Promise.all(browser.contexts().map(closeContext));
      fleet.release();
      await untilIdle(service);
      fleet.hold();
      await restore();
      await arrange?.(world);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      if (!isSignedOut) await context.addCookies([{ name: 'svc_session', value: session, url }]);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(url + path);
      return { page, complaints };
    },
    async beside(page, other) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name: 'svc_session', value: other, url }]);
      const own = await context.newPage();
      await own.goto(page.url());
      return own;
    },
    counts: async (path) => {
      const { body } = await service.ask<Diff>('GET', `/api/v1/diffs/${idOf(path)}`);
      return body.counts;
    },
    async close() {
      fleet.release();
      await Promise.all(browser.contexts().map(closeContext));
      await browser.close();
      await service.stop();
    },
  };
}

/** Pages ask again from time to time: an answer that a test is still making up when its page closes is not an error. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** Path, query and fragment of where the page is. */
export const whereIs = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

/** The last part of a path. */
export const idOf = (path: string): string => path.split('/').at(-1) ?? '';

/** Signs the first person in, who may do everything, under that name. Resolves with the cookie of the session. */
async function signInAs(service: TestService, name: string): Promise<string> {
  const signedIn = await service.app.inject({
    method: 'POST',
    url: '/api/v1/sign-in',
    headers: ofBrowser,
    payload: { token: await service.newSignInToken() },
  });
  const cookie = signedIn.cookies.find((one) => one.name === 'svc_session');
  if (!cookie) throw new Error(`nobody is signed in: ${signedIn.body}`);
  await postAsAda({ service, session: cookie.value }, '/api/v1/me/account', { name });
  return cookie.value;
}

const ofBrowser = { host: 'localhost', origin: 'http://localhost', 'x-svc-project': 'acme/web' };

/** Posts as the page of Ada Lovelace would; throws where the service refuses. */
export async function postAsAda(
  { service, session }: Pick<World, 'service' | 'session'>,
  path: string,
  body: object,
): Promise<void> {
  const answer = await service.app.inject({
    method: 'POST',
    url: path,
    headers: ofBrowser,
    cookies: { svc_session: session },
    payload: body,
  });
  if (answer.statusCode !== 200) throw new Error(`${path} answers ${answer.statusCode}: ${answer.body}`);
}

/** The record as the service answered it; throws where it refused. */
export async function post<Body>({ service }: World, path: string, body: object): Promise<Body> {
  const answer = await service.ask<Body>('POST', path, body);
  if (answer.status >= 300)
    throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const completed = {
  capture: async ({ service }: World, id: string): Promise<Capture> =>
    settled(service, 'captures', id, { patience: 120_000 }),
  diff: async ({ service }: World, id: string): Promise<Diff> =>
    settled(service, 'diffs', id, { patience: 120_000 }),
};
