import { contractSuite } from './contract.js';
import { vitestDriver, webdriverio } from './vitestDriver.js';

// `npm run test:plugins` sets this: every scenario, with Vitest from the registry.
const isWhole = process.env.SVC_PLUGINS === 'all';
// A chromedriver of the version of the browser, for Vitest's other provider.
const chromedriver = process.env.SVC_CHROMEDRIVER_PATH;

if (isWhole) {
  for (const version of ['5.1.1', '4.1.0']) contractSuite(vitestDriver(version), { isShort: false });
  if (chromedriver) contractSuite(vitestDriver('5.0.0', webdriverio(chromedriver)), { isShort: false });
} else contractSuite(vitestDriver(), { isShort: true });
