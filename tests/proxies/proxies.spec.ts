import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { SvcClient } from '@svc/sdk';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import { tarOf } from '../../apps/server/testing/tarOf.js';
import { freePort } from '../service/freePort.js';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from '../service/startServer.js';
import { browserPath } from '../web/browserPath.js';
import { type ProxyName, type RunningProxy, startProxy, whyNoProxy } from './startProxy.js';

const place = { suite: 'pages', branch: 'main', baselineRef: 'main' };

const whyNoTrust =
  'setDefaultCACertificates' in tls
    ? null
    : 'this Node cannot trust another authority while it runs, as it can from 22.19 and 24.5 on';

for (const name of ['Caddy', 'nginx'] satisfies ProxyName[]) {
  const why = whyNoProxy(name) ?? whyNoTrust;
  describe.skipIf(why)(
    `behind ${name}, as deploy/proxies sets it up${why ? `: skipped, since ${why}` : ''}`,
    () => {
      let dataDir: string;
      let server: Server;
      let proxy: RunningProxy;
      let browser: Browser;
      let client: SvcClient;
      let headers: Record<string, string>;
      beforeAll(async () => {
        const [port, upstream] = [await freePort(), await freePort()];
        dataDir = await makeDataDir();
        proxy = await startProxy(name, { port, upstream });
        server = await startServer(dataDir, {
          SVC_PORT: String(upstream),
          SVC_PUBLIC_URL: `https://localhost:${port}`,
          SVC_SITES_DOMAIN: 'sites.localhost',
          SVC_TRUSTED_PROXIES: '1',
          SVC_RATE_LIMITS: '',
        });
        tls.setDefaultCACertificates([...tls.getCACertificates(), readFileSync(proxy.certificate, 'utf8')]);
        headers = { 'x-api-key': server.apiKey ?? '' };
        client = new SvcClient({ apiUrl: server.url, apiKey: server.apiKey ?? '' });
        browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
      });
      afterAll(async () => {
        await browser?.close();
        await server?.stop();
        await proxy?.stop();
        await removeDataDir(dataDir);
      });

      test('a build of 30 MB is uploaded, and served from an origin of its own', async () => {
        const files = {
          'index.html': '<h1>Built</h1>',
          'noise.txt': randomBytes(30 * 1024 ** 2).toString('base64'),
        };
        const archive = gzipSync(tarOf(files), { level: 1 });
        expect(archive.length).toBeGreaterThan(30 * 1024 ** 2);
        const { id, cdnUrl } = await client.uploadSite(archive);
        expect(cdnUrl).toMatch(/^https:\/\/sit-\w+\.sites\.localhost:\d+/);
        await expect.poll(async () => (await client.getSite(id)).status, { timeout: 30_000 }).toBe('ready');
        const page = await browser.newPage({ ignoreHTTPSErrors: true });
        await page.goto(new URL('index.html', cdnUrl).href);
        expect(await page.textContent('h1')).toBe('Built');
        await page.close();
      });

      test('a person signs in, and an open page hears of changes while they happen', async () => {
        for (const [commit, color] of [
          ['c1', 0],
          ['c2', 128],
        ] as const) {
          const png = image(color);
          await client.uploadSnapshotWithDiff({
            ...place,
            commit,
            name: 'Home',
            png,
            autoApprove: commit === 'c1',
          });
        }
        const { diffId } = await client.uploadSnapshotWithDiff({
          ...place,
          commit: 'c3',
          name: 'Home',
          png: image(255),
        });

        const link = await svcServer(['sign-in-link'], { SVC_DATA_DIR: dataDir });
        expect(link).toContain(server.url);
        const context = await browser.newContext({ ignoreHTTPSErrors: true });
        const page = await context.newPage();
        const signIn = new URL(link);
        signIn.searchParams.set('next', `/acme/web/diffs/${diffId}`);
        await page.goto(signIn.href);
        await page.getByRole('button', { name: 'Later' }).click();
        await page.getByRole('listbox').getByRole('option').first().waitFor();
        expect((await context.cookies()).every(({ secure }) => secure)).toBe(true);

        const abort = new AbortController();
        const events = await fetch(`${server.url}/api/v1/diffs/${diffId}/events`, {
          headers,
          signal: abort.signal,
        });
        const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
        await client.approve(diffId);
        let heard = '';
        while (!heard.includes('data:')) heard += (await reader?.read())?.value ?? '';
        abort.abort();
        await page.getByText('Approved', { exact: true }).first().waitFor();
        await context.close();
      });

      test('limits count addresses of clients, not the proxy, and nobody can claim another one', async () => {
        const fail = async (forwarded: string) => {
          const answer = await fetch(`${server.url}/api/v1/suites`, {
            headers: { 'x-api-key': 'svc_wrong', 'x-forwarded-for': forwarded },
          });
          return Number(answer.headers.get('x-ratelimit-remaining'));
        };
        const first = await fail('203.0.113.1');
        expect(await fail('203.0.113.2')).toBe(first - 1);
      });
    },
  );
}
