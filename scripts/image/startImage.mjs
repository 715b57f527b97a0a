import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { Explained, root } from '../setup/runProgram.mjs';
import { limitsOf } from './limitsOf.mjs';

const patience = 120_000;
const deploy = path.join(root, 'deploy');
const { services } = parse(readFileSync(path.join(deploy, 'compose.yaml'), 'utf8'));

/** Chromium's sandbox takes these, and programs without one do not. */
const forSandbox = ['clone', 'clone3', 'unshare', 'chroot'];
/** The flags of `clone` that make name spaces, as in linux/sched.h. */
const namespaceFlags = 0x7e020000;

/**
 * Runs the image as the service `svc` of `deploy/compose.yaml` runs it, on a free port of this machine.
 *
 * @param {{tag: string, volume: string, namespaces?: boolean}} options `namespaces: false` leaves the seccomp profile away
 *   and forbids user namespaces
 * @returns once the service is ready; `kill` ends it as a power cut does
 */
export async function startImage(engine, { tag, volume, namespaces = true }) {
  const name = `svc-under-test-${process.pid}-${Date.now().toString(36)}`;
  engine.print(['run', '--detach', '--name', name, ...argumentsOf(volume, namespaces), tag]);
  const remove = () => engine.try(['rm', '--force', '--volumes', name]);
  const run = (parameters) => engine.try(['exec', name, ...parameters]);
  try {
    const ready = await waitForFile(
      run,
      () => engine.print(['inspect', '--format', '{{.State.Running}}', name]).trim() === 'true',
    );
    const [, port] = /:(\d+)\s*$/m.exec(engine.print(['port', name, '4300/tcp'])) ?? [];
    return {
      ...ready,
      url: `http://127.0.0.1:${port}`,
      logs: () => engine.try(['logs', name]),
      doctor: () => run(['node', '/app/apps/server/bin/svc-server.js', 'doctor']),
      kill() {
        engine.try(['kill', '--signal', 'KILL', name]);
        remove();
      },
      async stop() {
        engine.print(['stop', '--time', '60', name]);
        const code = engine.print(['inspect', '--format', '{{.State.ExitCode}}', name]).trim();
        remove();
        if (code !== '0') throw new Explained(`The service ended with ${code} when it was asked to stop.`);
      },
    };
  } catch (error) {
    console.error(engine.try(['logs', name]));
    remove();
    throw error;
  }
}

/** What the engine is told in order to do what the compose file says. */
function argumentsOf(volume, namespaces) {
  const service = services.svc;
  const environment = [
    ...service.environment,
    'SVC_BOOTSTRAP_PROJECT=acme/web',
    'SVC_READY_FILE=/tmp/ready.json',
  ];
  return [
    '--publish=127.0.0.1::4300',
    ...limitsOf(service, (file) => profileOf(file, namespaces)),
    ...service.volumes.map((one) => `--volume=${one.replace(/^data:/, `${volume}:`)}`),
    ...environment.map((setting) => `--env=${setting}`),
  ];
}

/** The profile that the compose file names, or one without what a sandbox takes, as engines have by default. */
function profileOf(named, namespaces) {
  const shipped = path.join(deploy, named);
  if (namespaces) return shipped;
  const profile = JSON.parse(readFileSync(shipped, 'utf8'));
  const [{ names, action }] = profile.syscalls;
  profile.syscalls = [
    { names: names.filter((name) => !forSandbox.includes(name)), action },
    {
      names: ['clone'],
      action,
      args: [{ index: 0, value: namespaceFlags, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }],
    },
  ];
  const file = path.join(os.tmpdir(), `svc-no-namespaces-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

/** The file that the service writes once it is ready. */
async function waitForFile(run, isRunning) {
  const deadline = performance.now() + patience;
  for (;;) {
    const answer = run(['cat', '/tmp/ready.json']);
    if (answer.startsWith('{')) return JSON.parse(answer);
    if (!isRunning()) throw new Explained('The service ended while it started.');
    if (performance.now() > deadline)
      throw new Explained(`The service is not ready after ${patience / 1000} s: ${answer.trim()}`);
    await sleep(500);
  }
}
