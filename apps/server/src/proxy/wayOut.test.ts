// biome-ignore-all lint/style/useNamingConvention: claims of identity tokens.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, get } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeServer, startFakeServer } from '../../testing/codeHosts/startFakeServer.js';
import { startTestIssuer, type TestIssuer } from '../../testing/codeHosts/startTestIssuer.js';
import { selfSigned } from '../../testing/mail/selfSigned.js';
import { type ConnectProxy, startConnectProxy } from '../../testing/network/startConnectProxy.js';
import { startBrokenS3 } from '../../testing/startBrokenS3.js';
import { createSend, type WayOut } from '../codehost/createSend.js';
import { createS3Blobs } from '../store/blobs/s3/createS3Blobs.js';
import { createTunnelAgents } from './createTunnelAgents.js';
import { openTunnel } from './openTunnel.js';

let proxy: ConnectProxy;
let fake: FakeServer;
beforeEach(async () => {
  proxy = await startConnectProxy('svc:p%40ss');
  fake = await startFakeServer(() => ({ status: 200, body: { reached: true } }));
});
afterEach(async () => {
  await proxy.stop();
  await fake.stop();
});

// Node has them from 22.19 and 24.5 on.
const cannotTrust = !('setDefaultCACertificates' in tls);
const whyNot = cannotTrust ? ': skipped, since this Node cannot trust another authority while it runs' : '';

const asking = { method: 'GET', headers: {}, signal: new AbortController().signal } as const;
const portOf = (url: string) => Number(new URL(url).port);

/** A way on which everything goes through the proxy of the test. */
const through = (
  isLeftToProxy: WayOut['isLeftToProxy'] = () => false,
  findAddresses?: WayOut['findAddresses'],
): WayOut => ({
  tunnelTo: () => (host, port, signal) => openTunnel(proxy.url, host, port, signal),
  isLeftToProxy,
  ...(findAddresses && { findAddresses }),
});

describe('an address that a project chose', () => {
  test('is found out and checked here, and the proxy connects to what was checked', async () => {
    const seen: string[] = [];
    const send = createSend(
      (_host, _port, address) => {
        seen.push(address);
        return address === '127.0.0.1';
      },
      undefined,
      through(),
    );
    const url = `http://localhost:${portOf(fake.url)}/hook`;
    expect(await send(new URL(url), asking)).toMatchObject({ status: 200, body: { reached: true } });
    expect(proxy.asked).toEqual([`127.0.0.1:${portOf(fake.url)}`]);
    expect(seen).toContain('127.0.0.1');
    expect(fake.requests[0]?.headers.host).toBe(new URL(url).host);
  });

  test('that is private reaches no proxy, under any name', async () => {
    const send = createSend((_host, _port, address) => !/^(127\.|::1$)/.test(address), undefined, through());
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1'])
      await expect(send(new URL(`http://${host}:9/`), asking)).rejects.toThrow(
        /private address.*SVC_HOOK_ALLOW_HOSTS/,
      );
    expect(proxy.asked).toEqual([]);
  });

  test('that only the proxy can find out is left to it where the operator says so', async () => {
    const url = new URL('http://chat.corp.invalid/hook');
    const refused = createSend(() => true, undefined, through());
    await expect(refused(url, asking)).rejects.toThrow(/has no address here.*SVC_HOOK_ALLOW_HOSTS/);
    expect(proxy.asked).toEqual([]);
    proxy.places.set('chat.corp.invalid:80', { host: '127.0.0.1', port: portOf(fake.url) });
    const send = createSend(
      () => false,
      undefined,
      through((host, port) => `${host}:${port}` === 'chat.corp.invalid:80'),
    );
    expect(await send(url, asking)).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual(['chat.corp.invalid:80']);
  });

  test('is connected to at the first allowed address that the proxy reaches', async () => {
    const addresses = ['10.0.0.1', 'fd12::1', '192.0.2.1', '192.0.2.2'];
    const send = createSend(
      (_host, _port, address) => address !== '10.0.0.1',
      undefined,
      through(undefined, async () => addresses),
    );
    proxy.places.set('[fd12::1]:80', { host: '127.0.0.1', port: 1 });
    proxy.places.set('192.0.2.1:80', { host: '127.0.0.1', port: portOf(fake.url) });
    expect(await send(new URL('http://chat.example/hook'), asking)).toMatchObject({ status: 200 });
    expect(proxy.asked).toEqual(['[fd12::1]:80', '192.0.2.1:80']);
  });

  test('is given up where its name is not found in time, or nobody wants to know any more', async () => {
    const never = through(undefined, () => new Promise(() => {}));
    const url = new URL('http://slow.example/');
    await expect(createSend(() => true, 20, never)(url, asking)).rejects.toThrow(
      'slow.example could not be reached: did not answer within 0.02 s',
    );
    const abort = new AbortController();
    const sending = createSend(() => true, undefined, never)(url, { ...asking, signal: abort.signal });
    abort.abort(new Error('stopped'));
    await expect(sending).rejects.toThrow('stopped');
    expect(proxy.asked).toEqual([]);
  });

  test.skipIf(cannotTrust)(
    `is reached through a proxy that encrypts, by the name of that proxy${whyNot}`,
    async () => {
      const certificate = selfSigned();
      const secure = await startConnectProxy('svc:secret', certificate);
      const usual = tls.getCACertificates();
      try {
        tls.setDefaultCACertificates([...usual, certificate.cert]);
        const send = createSend(() => true, undefined, {
          ...through(() => true),
          tunnelTo: () => (host, port, signal) => openTunnel(secure.url, host, port, signal),
        });
        const url = new URL('http://chat.corp.invalid/hook');
        secure.places.set('chat.corp.invalid:80', { host: '127.0.0.1', port: portOf(fake.url) });
        expect(await send(url, asking)).toMatchObject({ status: 200 });
        secure.url.hostname = '127.0.0.1';
        expect(await send(url, asking)).toMatchObject({ status: 200 });
      } finally {
        tls.setDefaultCACertificates(usual);
        await secure.stop();
      }
    },
  );

  test.skipIf(cannotTrust)(
    `is checked by its name, not by the address that the proxy connects to${whyNot}`,
    async () => {
      const { key, cert } = selfSigned('chat.corp.invalid');
      const server = createServer({ key, cert }, (_request, response) => response.end('{}'));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const send = createSend(
        () => true,
        undefined,
        through(() => true),
      );
      const usual = tls.getCACertificates();
      try {
        proxy.places.set('chat.corp.invalid:443', { host: '127.0.0.1', port });
        proxy.places.set('other.corp.invalid:443', { host: '127.0.0.1', port });
        const chat = new URL('https://chat.corp.invalid/');
        await expect(send(chat, asking)).rejects.toThrow(/self-signed/);
        tls.setDefaultCACertificates([...usual, cert]);
        expect(await send(chat, asking)).toMatchObject({ status: 200 });
        const other = new URL('https://other.corp.invalid/');
        await expect(send(other, asking)).rejects.toThrow(/does not match certificate's altnames/);
      } finally {
        tls.setDefaultCACertificates(usual);
        server.close();
      }
    },
  );

  test.each(['407 Proxy Authentication Required', '403 Forbidden'])(
    'which the proxy answers with %s is not reached, and nobody is told the password',
    async (refusal) => {
      proxy.refusal = refusal;
      const send = createSend(() => true, undefined, through());
      const error: Error = await send(new URL(fake.url), asking).then(
        () => expect.fail('it was reached'),
        (reason) => reason,
      );
      expect(error.message).toContain(`the proxy ${proxy.url.host} did not connect`);
      expect(error.message).toContain(refusal);
      expect(error.message).not.toMatch(/p%40ss|p@ss/);
      expect(fake.requests).toEqual([]);
    },
  );
});

test('a bucket is reached through a proxy, except where it needs none', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const s3 = await startBrokenS3();
  const spoolFolder = await mkdtemp(join(tmpdir(), 'svc-s3-'));
  const endpoint = 'http://s3.corp.invalid:7480';
  const open = (except: string[]) =>
    createS3Blobs(
      { ...s3.settings, endpoint },
      {
        spoolFolder,
        limits: { attempts: 1, firstDelay: 1, patience: 1 },
        makeAgents: (options) => createTunnelAgents({ https: null, http: proxy.url, except }, options),
      },
    );
  try {
    proxy.places.set('s3.corp.invalid:7480', { host: '127.0.0.1', port: portOf(s3.settings.endpoint ?? '') });
    const blobs = await open(['other.invalid']);
    const { hash } = await blobs.put(Buffer.from('through the proxy'));
    expect((await blobs.get(hash)).toString()).toBe('through the proxy');
    expect(new Set(proxy.asked)).toEqual(new Set(['s3.corp.invalid:7480']));
    // Requests share connections.
    expect(proxy.asked.length).toBeLessThan(s3.asked.length);
    const asked = proxy.asked.length;
    await expect(open(['corp.invalid'])).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
    expect(proxy.asked).toHaveLength(asked);
    proxy.refusal = '403 Forbidden';
    await expect(open([])).rejects.toThrow(/the proxy .* did not connect/);
  } finally {
    await s3.close();
    await rm(spoolFolder, { recursive: true });
    vi.unstubAllEnvs();
  }
});

test('there are never more tunnels to a bucket than its connections may be', async () => {
  const maxSockets = 3;
  const agents = createTunnelAgents(
    { https: null, http: proxy.url, except: [] },
    { keepAlive: true, maxSockets },
  );
  let [running, most] = [0, 0];
  const server = createHttpServer((_request, response) => {
    setTimeout(() => response.end('{}'), 5);
  });
  server.on('connection', (socket) => {
    most = Math.max(most, ++running);
    socket.once('close', () => running--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) =>
    new Promise<number | undefined>((resolve, reject) =>
      get({ host: 's3.corp.invalid', port, path, agent: agents.http }, (response) =>
        response.resume().once('end', () => resolve(response.statusCode)),
      ).once('error', reject),
    );
  try {
    proxy.places.set(`s3.corp.invalid:${port}`, { host: '127.0.0.1', port });
    const burst = () => Promise.all(Array.from({ length: 30 }, (_, index) => ask(`/${index}`)));
    expect(new Set(await burst())).toEqual(new Set([200]));
    expect(most).toBe(maxSockets);
    // What fails gives its place to the next one.
    proxy.refusal = '502 Bad Gateway';
    agents.http.destroy();
    await expect.poll(() => running).toBe(0);
    const failed = await Promise.allSettled(Array.from({ length: 10 }, () => ask('/')));
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']));
    proxy.refusal = null;
    expect(new Set(await burst())).toEqual(new Set([200]));
    expect(most).toBe(maxSockets);
  } finally {
    agents.http.destroy();
    server.close();
  }
});

describe('GitHub, sign-in and the issuers of CI', () => {
  const origin = 'https://id.corp.invalid';
  const program = fileURLToPath(new URL('../../testing/programs/askThroughProxies.mjs', import.meta.url));
  let issuer: TestIssuer;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  let token: string;
  beforeEach(async () => {
    const certificate = selfSigned('id.corp.invalid');
    issuer = await startTestIssuer({ origin, ...certificate });
    folder = await mkdtemp(join(tmpdir(), 'svc-way-'));
    const authority = join(folder, 'authority.pem');
    await writeFile(authority, certificate.cert);
    proxy.places.set('id.corp.invalid:443', { host: '127.0.0.1', port: issuer.port });
    env = { PATH: process.env.PATH, HTTPS_PROXY: proxy.url.href, NODE_EXTRA_CA_CERTS: authority };
    token = await issuer.sign({
      aud: 'https://svc.example.com',
      project_path: 'acme/web',
      project_id: '7',
      ref: 'main',
      ref_type: 'branch',
      sha: 'c0ffee',
    });
  });
  afterEach(async () => {
    await issuer.stop();
    await rm(folder, { recursive: true });
  });

  type Answers = Record<'plain' | 'signIn' | 'ci', unknown> & { further?: unknown };
  async function ask(own: NodeJS.ProcessEnv = {}, ...further: string[]): Promise<Answers> {
    const { stdout } = await promisify(execFile)(process.execPath, [program, origin, token, ...further], {
      env: { ...env, ...own },
    });
    return JSON.parse(stdout);
  }

  /** What CI is told names no machine of the operator. */
  const expectFailure = ({ plain, signIn, ci }: Awaited<ReturnType<typeof ask>>, reason: RegExp) => {
    expect(plain).toMatch(reason);
    expect(signIn).toMatch(reason);
    expect(ci).toMatch(/^The keys of https:\/\/id\.corp\.invalid could not be read: fetch failed$/);
  };

  test('are asked through the proxy, and trusted by an authority of the operator', async () => {
    expect(await ask()).toEqual({ plain: 200, signIn: origin, ci: 'acme/web' });
    expect(new Set(proxy.asked)).toEqual(new Set(['id.corp.invalid:443']));
    const untrusted = await ask({ NODE_EXTRA_CA_CERTS: undefined });
    expectFailure(untrusted, /self-signed/);
  });

  test('may have an IPv6 address for a name', async () => {
    proxy.places.set('[fd12::1]:8080', { host: '127.0.0.1', port: portOf(fake.url) });
    const { further } = await ask({ HTTP_PROXY: proxy.url.href }, 'http://[fd12::1]:8080/');
    expect(further).toBe(200);
    expect(proxy.asked).toContain('[fd12::1]:8080');
  });

  test('are asked directly where NO_PROXY says so, or no proxy is named', async () => {
    for (const own of [{ no_proxy: '.corp.invalid' }, { HTTPS_PROXY: undefined }]) {
      expectFailure(await ask(own), /ENOTFOUND|EAI_AGAIN/);
    }
    expect(proxy.asked).toEqual([]);
  });

  test('name the proxy that does not answer as it should', async () => {
    proxy.refusal = '502 Bad Gateway';
    expectFailure(
      await ask(),
      /the proxy 127\.0\.0\.1:\d+ did not connect to id\.corp\.invalid:443: it answered 502/,
    );
  });
});
