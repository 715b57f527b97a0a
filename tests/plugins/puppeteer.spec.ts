import { contractSuite } from './contract.js';
import { jest, mocha, nodeTest, nodeTestAlone, puppeteerDriver } from './puppeteerDriver.js';

// `npm run test:plugins` sets this: every scenario, with Puppeteer and its runners from the registry.
if (process.env.SVC_PLUGINS === 'all') {
  for (const driver of [
    puppeteerDriver(nodeTest, '25.16.0'),
    puppeteerDriver(nodeTestAlone, '24.0.0'),
    puppeteerDriver(mocha('12.0.3'), '25.16.0'),
    // Jest loads no ES modules without a flag of Node, and Puppeteer 25 is one.
    puppeteerDriver(jest('30.5.2'), '24.43.1'),
  ])
    contractSuite(driver, { isShort: false });
} else contractSuite(puppeteerDriver(nodeTest), { isShort: true });
