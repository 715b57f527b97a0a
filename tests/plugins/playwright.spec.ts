import { contractSuite } from './contract.js';
import { playwrightDriver } from './playwrightDriver.js';

// `npm run test:plugins` sets this: every scenario, with Playwright from the registry.
const isWhole = process.env.SVC_PLUGINS === 'all';

if (isWhole)
  for (const version of ['1.65.1', '1.64.0', '1.62.1'])
    contractSuite(playwrightDriver(version), { isShort: false });
else contractSuite(playwrightDriver(), { isShort: true });
