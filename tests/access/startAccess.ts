import { createServer } from 'node:net';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { createSignInProvider } from '../../apps/server/src/codehost/createSignInProvider.js';
import { startTestService, type TestService } from '../../apps/server/testing/startTestService.js';
import { browserPath } from '../web/browserPath.js';
import { startProvider } from './startProvider.js';

export interface Access {
  service: TestService;
  /** Where browsers reach the service. */
  url: string;
  /** A browser of its own, with nothing kept in it. */
  newBrowser: () => Promise<{ context: BrowserContext; page: Page }>;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/** The real service with its pages, a real provider to sign in at, and a real Chromium before both. */
export async function startAccess(): Promise<Access> {
  const webFolder = inject('webFolder');
  const provider = await startProvider();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = provider.settings((id) => `${url}/api/v1/oauth/${id}/callback`);
  const service = await startTestService(undefined, undefined, undefined, {
    accounts: {
      isSignUpOpen: false,
      domains: ['inside.example'],
      providers: settings.map(createSignInProvider),
    },
    publicUrl: url,
    webFolder,
  });
  await service.app.listen({ host: 'localhost', port });
  const chrome = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  return {
    service,
    url,
    async newBrowser() {
      const context = await chrome.newContext({ viewport: { width: 1280, height: 900 } });
      context.setDefaultTimeout(20_000);
      return { context, page: await context.newPage() };
    },
    async stop() {
      await chrome.close();
      await service.stop();
      await provider.stop();
    },
  };
}

/** Says who one is at the provider, and agrees to what is asked there. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
