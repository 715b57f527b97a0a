import { setTimeout as sleep } from 'node:timers/promises';
import { browserProcesses } from '../../capture/browserProcesses.js';
import type { World } from '../world/openWorld.js';
import type { Fault } from './Fault.js';

/** Milliseconds until a capture of the fleet surely has a browser. */
const browserPatience = 60_000;

export const processFaults: Fault[] = [
  {
    name: 'service killed',
    async play({ service }) {
      await service.kill();
      return 'kill -9 of the service, started again';
    },
  },
  {
    name: 'worker killed',
    async play({ worker }) {
      await worker.kill();
      return 'kill -9 of the worker, started again';
    },
  },
  {
    name: 'service stopped',
    async play({ service, journal }) {
      const code = await service.restart();
      if (code !== 0) journal.violate(`the service was asked to end, and ended with exit code ${code}`);
      return 'SIGTERM to the service, started again';
    },
  },
  {
    name: 'browsers killed',
    async play(world) {
      const killed = await killBrowsers(world);
      return killed > 0 ? `kill -9 of ${killed} browsers` : 'no browser was running to be killed';
    },
  },
];

async function killBrowsers({ service, worker }: World): Promise<number> {
  for (const deadline = performance.now() + browserPatience; performance.now() < deadline; await sleep(50)) {
    const owners = await Promise.all([service.pid(), worker.pid()]);
    const pids = owners.flatMap((owner) => browserProcesses('browser', owner).map(({ pid }) => pid));
    const killed = pids.filter(kill).length;
    if (killed > 0) return killed;
  }
  return 0;
}

function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
