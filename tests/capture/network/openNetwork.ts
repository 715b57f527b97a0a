import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CaptureTarget } from '@svc/schema';
import { findBrowser } from '../../../apps/server/src/capture/findBrowser.js';
import { ownAddress } from './attackPages.mjs';

export interface Visit {
  targets: CaptureTarget[];
  allowHosts?: string[];
  /** With a browser as it comes instead of the fleet. */
  bare?: boolean;
}

export interface Seen {
  /** `captured`, or why not, by the name of the target. */
  outcomes: Record<string, string>;
  /** Connections and datagrams to anything but the attacker's own server. */
  hits: string[];
  /** Requests to the attacker's server. */
  served: string[];
  /** Names that were looked up. */
  asked: string[];
  /** Datagrams to ports without a listener. */
  strayDatagrams: number;
}

export interface TestNetwork {
  visit(visit: Visit): Promise<Seen>;
  close(): Promise<void>;
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });

/** Why this machine cannot make a network of its own for a test; null when it can. */
export function whyNoNetwork(): string | null {
  if (process.platform !== 'linux') return 'network namespaces are a feature of Linux';
  if (process.getuid?.() !== 0) return 'only root makes network namespaces';
  const probe = `svc-probe-${process.pid}`;
  try {
    ip('netns', 'add', probe);
    ip('netns', 'delete', probe);
    return null;
  } catch (error) {
    return `network namespaces do not work here (${String(error).split('\n')[0]})`;
  }
}

/** Two namespaces: a fleet's machine, and behind its only cable a world that has every address. */
export async function openNetwork(): Promise<TestNetwork> {
  const id = process.pid;
  const [fleet, world] = [`svc-fleet-${id}`, `svc-world-${id}`];
  const folder = mkdtempSync(join(tmpdir(), 'svc-network-'));
  const resolver = join(folder, 'resolv.conf');
  writeFileSync(resolver, 'nameserver 52.10.0.1\noptions timeout:1 attempts:1\n');
  let running: ChildProcess | null = null;

  const close = async () => {
    if (running?.exitCode === null) {
      running.kill();
      await once(running, 'exit');
    }
    for (const namespace of [fleet, world]) {
      try {
        ip('netns', 'delete', namespace);
      } catch {
        // It was not made.
      }
    }
    rmSync(folder, { recursive: true });
  };

  try {
    ip('netns', 'add', fleet);
    ip('netns', 'add', world);
    ip('-n', fleet, 'link', 'add', 'cable', 'type', 'veth', 'peer', 'name', 'cable', 'netns', world);
    for (const [namespace, four, six] of [
      [fleet, `${ownAddress}/24`, '2600:1::2/64'],
      [world, '52.10.0.1/24', '2600:1::1/64'],
    ] as const) {
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      ip('-n', namespace, 'addr', 'add', four, 'dev', 'cable');
      ip('-n', namespace, 'addr', 'add', six, 'dev', 'cable', 'nodad');
      ip('-n', namespace, 'link', 'set', 'cable', 'up');
    }
    ip('-n', fleet, 'route', 'add', 'default', 'via', '52.10.0.1');
    ip('-n', fleet, '-6', 'route', 'add', 'default', 'via', '2600:1::1');
    for (const address of ['0.0.0.0/0', '::/0'])
      ip('-n', world, 'route', 'add', 'local', address, 'dev', 'lo');

    const child = spawn('ip', ['netns', 'exec', world, process.execPath, file('world.mjs')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    running = child;
    let seen = { hits: [] as string[], served: [] as string[], asked: [] as string[] };
    let strays = 0;
    let onStrays = () => {};
    const ready = new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the world ended')));
      createInterface({ input: child.stdout }).on('line', (line) => {
        const event = JSON.parse(line);
        if (event.ready) resolve();
        if (event.hit) seen.hits.push(event.hit);
        if (event.served) seen.served.push(event.served);
        if (event.asked) seen.asked.push(event.asked);
        if ('strayDatagrams' in event) {
          strays = event.strayDatagrams;
          onStrays();
        }
      });
    });
    await ready;
    const countStrays = () =>
      new Promise<number>((resolve) => {
        onStrays = () => resolve(strays);
        child.stdin.write('count\n');
      });

    return {
      async visit(visit) {
        seen = { hits: [], served: [], asked: [] };
        const before = await countStrays();
        const { outcomes, hits } = await runVisitor(fleet, resolver, visit);
        await sleep(200);
        const strayDatagrams = (await countStrays()) - before;
        return { ...seen, outcomes, hits: [...seen.hits, ...hits], strayDatagrams };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function runVisitor(
  namespace: string,
  resolver: string,
  { targets, allowHosts = [], bare = false }: Visit,
): Promise<{ outcomes: Record<string, string>; hits: string[] }> {
  const visitor = spawn(
    'ip',
    [
      ...['netns', 'exec', namespace, 'unshare', '--mount', 'sh', '-c'],
      `mount --bind ${resolver} /etc/resolv.conf && exec "$@"`,
      ...['sh', process.execPath, file('visitor.mjs')],
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  visitor.stdin.end(
    `${JSON.stringify({ browserPath: findBrowser(process.env), allowHosts, targets, bare })}\n`,
  );
  let output = '';
  visitor.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(visitor, 'close');
  if (code !== 0) throw new Error(`the visitor ended with ${code}`);
  return JSON.parse(output);
}
