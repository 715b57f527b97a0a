import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../setup/freePort.mjs';

const run = promisify(execFile);
const kmsKey = 'svc-test-key';

/**
 * Starts a real S3: a Ceph cluster of one disk with its gateway.
 *
 * @param keys of its only user
 * @param {{store?: 'bluestore' | 'memstore'}} [options] `memstore` keeps everything in memory: containers may not do what disks take
 * @returns where it is, and what stops and removes it
 */
export async function startCeph(keys = randomKeys(), { store = 'bluestore' } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-ceph-'));
  const ports = { mon: await freePort(), http: await freePort(), https: await freePort() };
  const started = [];
  const stop = async () => {
    for (const child of started.reverse()) await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await bootCluster({ folder, ports, started, keys, store });
    const ceph = {
      endpoint: `http://127.0.0.1:${ports.http}`,
      secureEndpoint: `https://127.0.0.1:${ports.https}`,
      caFile: join(folder, 'cert.pem'),
      kmsKey,
      ...keys,
    };
    return { ceph, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bootCluster({ folder, ports, started, keys, store }) {
  const conf = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  for (const name of ['mon', 'osd', 'mgr', 'rgw', 'run']) await mkdir(join(folder, name));
  await makeCertificate(folder);
  await writeFile(conf, describeCluster(folder, fsid, { ...ports, store }));
  const call = (program, ...args) => run(program, ['-c', conf, ...args], { timeout: 120_000 });
  const start = (program, ...args) => {
    const log = openSync(join(folder, `${program}.out`), 'w');
    const child = spawn(program, ['-c', conf, ...args, '-f'], { stdio: ['ignore', log, log] });
    child.on('error', () => undefined);
    started.push(child);
    return child;
  };

  const map = join(folder, 'monmap');
  await run('monmaptool', [
    '--create',
    '--clobber',
    '--fsid',
    fsid,
    '--addv',
    'a',
    `[v1:127.0.0.1:${ports.mon}]`,
    map,
  ]);
  await call('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  start('ceph-mon', '-i', 'a');
  await until('the monitor', folder, () => call('ceph', '--connect-timeout', '5', 'mon', 'stat'));
  const osd = randomUUID();
  await call('ceph', 'osd', 'new', osd, '0');
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  const startDisk = () => start('ceph-osd', '-i', '0');
  let disk = startDisk();
  start('ceph-mgr', '-i', 'x');
  await until('the disk', folder, async () => {
    // Where it asks the monitor before it has learned of which cluster that is, the answer is `wrong fsid`, and it ends.
    if (disk.exitCode !== null) disk = startDisk();
    const { stdout } = await call('ceph', 'osd', 'stat');
    if (!stdout.includes('1 up')) throw new Error(stdout);
  });
  start('radosgw', '-n', 'client.rgw');
  await until('the gateway', folder, () => fetch(`http://127.0.0.1:${ports.http}/`));
  const words = ['--uid=svc', '--display-name=svc'];
  const secrets = [`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`];
  await call('radosgw-admin', '-n', 'client.rgw', 'user', 'create', ...words, ...secrets);
}

const randomKeys = () => ({
  accessKeyId: `AK${randomBytes(8).toString('hex')}`,
  secretAccessKey: randomBytes(20).toString('hex'),
});

const makeCertificate = (folder) =>
  run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=svc test store'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
  ]);

const describeCluster = (folder, fsid, { mon, http, https, store }) => `[global]
fsid = ${fsid}
mon_host = [v1:127.0.0.1:${mon}]
mon_initial_members = a
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_bind_msgr2 = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
run_dir = ${folder}/run
admin_socket = ${folder}/run/$name.asok
pid_file = ${folder}/run/$name.pid
log_file = ${folder}/$name.log
[mon.a]
mon_data = ${folder}/mon
[osd.0]
osd_data = ${folder}/osd
osd_objectstore = ${store}
bluestore_block_size = 4294967296
osd_memory_target = 939524096
[mgr.x]
mgr_data = ${folder}/mgr
[client.rgw]
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${http} ssl_endpoint=127.0.0.1:${https} ssl_certificate=${folder}/cert.pem ssl_private_key=${folder}/key.pem
rgw_crypt_require_ssl = false
rgw_crypt_s3_kms_backend = testing
rgw_crypt_s3_kms_encryption_keys = ${kmsKey}=${randomBytes(32).toString('base64')}
`;

const patience = 120_000;

/** Waits until something works. */
async function until(what, folder, works) {
  for (const begun = performance.now(); ; ) {
    try {
      await works();
      return;
    } catch (error) {
      if (performance.now() - begun > patience) {
        const logs = await Promise.all(
          ['ceph-osd.out', 'osd.0.log', 'radosgw.out'].map((name) =>
            readFile(join(folder, name), 'utf8').catch(() => ''),
          ),
        );
        const ends = logs.map((log) => log.slice(-1500)).join('\n');
        throw new Error(`${what} of Ceph did not start: ${error}\n${ends}`);
      }
      await sleep(300);
    }
  }
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
}
