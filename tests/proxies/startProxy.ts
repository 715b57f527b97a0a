import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { fileURLToPath } from 'node:url';

const recipes = fileURLToPath(new URL('../../deploy/proxies/', import.meta.url));
const patience = 20_000;

export type ProxyName = 'Caddy' | 'nginx';

export interface RunningProxy {
  /** File with the certificate that signed the proxy's. */
  certificate: string;
  stop(): Promise<void>;
}

/** Why a proxy cannot be tried here, or null. */
export function whyNoProxy(name: ProxyName): string | null {
  const program = name.toLowerCase();
  if (spawnSync(program, [name === 'Caddy' ? 'version' : '-v']).status !== 0)
    return `${name} is not installed`;
  return name === 'nginx' && spawnSync('openssl', ['version']).status !== 0
    ? 'openssl is not installed'
    : null;
}

/**
 * Starts a proxy with the file of `deploy/proxies`, in which only names and ports are replaced: the service is at `localhost`,
 * sites below `sites.localhost`.
 */
export async function startProxy(
  name: ProxyName,
  { port, upstream }: { port: number; upstream: number },
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-proxy-'));
  const { program, parameters, certificate } =
    name === 'Caddy' ? layCaddy(folder, port, upstream) : layNginx(folder, port, upstream);
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  try {
    await untilListening(child, port, () => output);
    const deadline = Date.now() + patience;
    while (!existsSync(certificate) && Date.now() < deadline) await sleep(50);
    // Caddy signs its certificates when it listens already.
    for (const servername of ['localhost', 'site.sites.localhost'])
      while (!(await shakesHands(port, servername)) && Date.now() < deadline) await sleep(50);
    return { certificate, stop: () => end(child, folder) };
  } catch (error) {
    await end(child, folder);
    throw error;
  }
}

const shakesHands = (port: number, servername: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    const tell = (shakes: boolean) => {
      socket.destroy();
      resolve(shakes);
    };
    socket.once('secureConnect', () => tell(true));
    socket.once('error', () => tell(false));
  });

const withNames = (file: string, upstream: number): string =>
  readFileSync(join(recipes, file), 'utf8')
    .replaceAll('svc.example.com', 'localhost')
    .replaceAll('svc-sites.example.net', 'sites.localhost')
    .replaceAll('127.0.0.1:4300', `127.0.0.1:${upstream}`);

function layCaddy(folder: string, port: number, upstream: number) {
  const options = [
    'admin off',
    'skip_install_trust',
    'auto_https disable_redirects',
    'default_bind 127.0.0.1',
    `storage file_system ${folder}`,
  ];
  const sites = withNames('Caddyfile', upstream)
    .replace(/^localhost \{/m, `localhost:${port} {`)
    .replace(/^\*\.sites\.localhost \{/m, `*.sites.localhost:${port} {`);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n${options.map((option) => `\t${option}\n`).join('')}}\n${sites}`);
  return {
    program: 'caddy',
    parameters: ['run', '--config', file, '--adapter', 'caddyfile'],
    certificate: join(folder, 'pki/authorities/local/root.crt'),
  };
}

function layNginx(folder: string, port: number, upstream: number) {
  const [key, certificate] = [join(folder, 'svc.key'), join(folder, 'svc.pem')];
  const names = 'subjectAltName=DNS:localhost,DNS:*.sites.localhost';
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=localhost', '-addext', names, '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  );
  const server = withNames('nginx.conf', upstream)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/svc.pem', certificate)
    .replace('/etc/ssl/svc.key', key);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places.join('\n')}\n${server}}\n`,
  );
  return { program: 'nginx', parameters: ['-c', file, '-e', 'stderr'], certificate };
}

async function untilListening(child: ChildProcess, port: number, output: () => string): Promise<void> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (await isListening(port)) return;
  }
  throw new Error(`the proxy did not start:\n${output()}`);
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
