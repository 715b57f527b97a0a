// Runs in the network namespace of the fleet. Standard input: one JSON line with what to do; output: what came of it.
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { createFleet } from '../../../apps/server/dist/capture/createFleet.js';
import { port, serveAttack, stunPort } from './attackPages.mjs';
import { listen } from './listen.mjs';

const [line] = await new Promise((resolve) =>
  process.stdin.once('data', (data) => resolve(String(data).split('\n'))),
);
const { browserPath, allowHosts, targets, bare } = JSON.parse(line);

const hits = [];
await listen({ tcp: [80, port, stunPort], udp: [port, stunPort], note: (hit) => hits.push(`own ${hit}`) });

const sites = createServer((request, response) => {
  if (!serveAttack(request, response)) response.writeHead(404).end();
});
await new Promise((resolve) => sites.listen(0, '127.0.0.1', resolve));

const outcomes = {};
if (bare) {
  // The control: a browser as it comes, to see that the listeners see.
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  for (const { name, url, delay } of targets) {
    outcomes[name] = await page.goto(url, { waitUntil: 'commit' }).then(String, String);
    await page.waitForTimeout(delay ?? 0);
  }
  await browser.close();
} else {
  const fleet = createFleet({
    browserPath,
    pages: 2,
    targetTimeoutMs: 12_000,
    sites: { domain: 'sites.localhost', upstream: { host: '127.0.0.1', port: sites.address().port } },
    allowHosts,
    log: () => {},
  });
  await fleet.capture(targets, {
    project: 'test',
    signal: new AbortController().signal,
    onOutcome: async (index, outcome) => {
      outcomes[targets[index].name] = outcome.ok ? 'captured' : outcome.message;
    },
  });
  await fleet.close();
}
process.stdout.write(JSON.stringify({ outcomes, hits }));
process.exit(0);
