import { test } from 'vitest';
import { contractSuite } from './contract.js';
import { webdriverioDriver } from './webdriverioDriver.js';

// `npm run test:plugins` sets both: WebdriverIO from the registry, with a chromedriver of the browser's version.
const isWhole = process.env.SVC_PLUGINS === 'all';
const chromedriver = process.env.SVC_CHROMEDRIVER_PATH;

if (isWhole && chromedriver) contractSuite(webdriverioDriver('9.32.0', chromedriver), { isShort: false });
else
  test.skip('webdriverio needs `npm run test:plugins`, and a chromedriver in SVC_CHROMEDRIVER_PATH', () => {});
