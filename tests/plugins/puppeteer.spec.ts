import { test } from 'vitest';
import { contractSuite } from './contract.js';
import { jest, mocha, nodeTest, nodeTestAlone, puppeteerDriver } from './puppeteerDriver.js';

/** node:test has a global set-up since Node 24.0, and tells which test runs since a later one. */
const hasSetUp =
  Number.parseInt(process.versions.node, 10) >= 24 &&
  'getTestContext' in (process.getBuiltinModule('node:test') as object);

// `npm run test:plugins` sets this: every scenario, with Puppeteer and its runners from the registry.
if (process.env.SVC_PLUGINS === 'all') {
  for (const driver of [
    ...(hasSetUp ? [puppeteerDriver(nodeTest, '25.16.0'), puppeteerDriver(nodeTestAlone, '24.0.0')] : []),
    puppeteerDriver(mocha('12.0.3'), '25.16.0'),
    // Jest loads no ES modules without a flag of Node, and Puppeteer 25 is one.
    puppeteerDriver(jest('30.5.2'), '24.43.1'),
  ])
    contractSuite(driver, { isShort: false });
} else if (hasSetUp) contractSuite(puppeteerDriver(nodeTest), { isShort: true });
else test.skip('puppeteer in node:test needs its global set-up and getTestContext(), of Node 24', () => {});
