/**
 * `npm run bench:plugins`: a Playwright suite of 1,500 `toHaveScreenshot()` on static pages, none of which changed, in two
 * workers: with `withSvc`, against a real service with the limits of the contract, beside Playwright's own runs and the plugins
 * of two hosted services, whose service is a local one that answers at once. `-- --snapshots=200` for a short run,
 * `--workers=N`, `--rounds=N` (the fastest run counts), `--no-peers` to install nothing from the registry, `--against=percy` for
 * the runs whose name has this alone.
 */
import { parseArgs } from 'node:util';
import { buildClients } from '../scripts/setup/clients.mjs';
import { startCpuMeter } from './capture/startCpuMeter.mjs';
import { makeSuite, run } from './plugins/makeSuite.mjs';
import { installPeers } from './plugins/peers.mjs';
import { servePages } from './plugins/servePages.mjs';
import { startCountingProxy } from './plugins/startCountingProxy.mjs';
import { printFigures } from './printFigures.mjs';
import { startService } from './startService.mjs';

const { values } = parseArgs({
  options: {
    snapshots: { type: 'string', default: '1500' },
    workers: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '1' },
    peers: { type: 'boolean', default: true },
    against: { type: 'string', default: '' },
  },
  allowNegative: true,
});
const [count, workers, rounds] = [values.snapshots, values.workers, values.rounds].map(Number);
if (!process.env.SVC_BROWSER_PATH) throw new Error('name a Chromium with SVC_BROWSER_PATH');
await buildClients();

/** What is closed in the end, the last first. */
const opened = [];
const open = (one) => {
  opened.push(one);
  return one;
};

try {
  const pages = open(await servePages());
  const service = open({ close: () => service.stop(), ...(await startService({})) });
  const proxy = open(await startCountingProxy(service.url));
  const suite = open(await makeSuite({ count, workers, baseUrl: pages.url }));
  const peers = values.peers ? open(await installPeers(suite)).runs : [];
  await measure(suite, peers, proxy, service.apiKey);
} finally {
  for (const one of opened.reverse()) await one.close();
}

async function measure({ folder, runner }, peers, proxy, apiKey) {
  let commit = 0;
  /** As CI would run it for the next commit of main. */
  const svcEnv = () => {
    commit += 1;
    return {
      SVC_API_URL: proxy.url,
      SVC_API_KEY: apiKey,
      SVC_BRANCH: 'main',
      SVC_COMMIT: commit.toString(16).padStart(40, '0'),
    };
  };
  const own = { folder, line: [...runner, '--config=playwright.config.mjs'] };
  const update = { folder, line: [...own.line, '--update-snapshots=all'] };
  const withSvc = { folder, line: [...runner, '--config=svc.config.mjs'] };
  /** Each after a run that leaves what it compares with. */
  const others = [
    { name: "Playwright's own, --update-snapshots=all", start: () => run(update), limit: 1.1 },
    { name: "Playwright's own, comparing", start: () => run(own), limit: 1.6 },
    ...peers.map((peer) => ({ ...peer, limit: 0.8 })),
  ].filter(({ name }) => name.toLowerCase().includes(values.against.toLowerCase()));
  const runs = [
    { name: 'withSvc', start: () => run({ ...withSvc, env: svcEnv() }), expected: `${count} unchanged` },
    ...others,
  ];
  await run(update);
  await run({ ...withSvc, env: { ...svcEnv(), SVC_AUTO_APPROVE: 'true' } });
  const measured = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, start, expected } of runs) {
      proxy.reset();
      const stopMeter = startCpuMeter();
      const begin = performance.now();
      const output = await start();
      const seconds = (performance.now() - begin) / 1_000;
      const figures = { seconds, cpu: stopMeter(), uploads: proxy.seconds(), requests: proxy.requests() };
      if (expected && !output.includes(expected))
        throw new Error(`${name} was to say "${expected}":\n${output}`);
      const best = measured.get(name);
      if (!best || best.seconds > seconds) measured.set(name, figures);
      console.error(`${name}: ${seconds.toFixed(1)} s, ${figures.cpu.toFixed(1)} s of CPU`);
    }
  }
  print(runs, measured);
}

function print(runs, measured) {
  const svc = measured.get('withSvc');
  const times = runs.map(({ name }) => {
    const { seconds, cpu } = measured.get(name);
    return { what: name, figure: `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`, target: '' };
  });
  const ratios = runs
    .filter(({ limit }) => limit !== undefined)
    .map(({ name, limit }) => {
      const ratio = svc.seconds / measured.get(name).seconds;
      const target = `≤ ${limit}${ratio <= limit ? '' : ', **missed**'}`;
      return { what: `withSvc against ${name}`, figure: `${ratio.toFixed(2)} ×`, target };
    });
  const { uploads, requests } = svc;
  console.log(`${count} snapshots, ${workers} workers\n`);
  printFigures([
    ...times,
    ...ratios,
    {
      what: 'uploads of the unchanged snapshots',
      figure: `${uploads.toFixed(1)} s in ${requests} requests`,
      target: `< 10 s${uploads < 10 ? '' : ', **missed**'}`,
    },
  ]);
}
