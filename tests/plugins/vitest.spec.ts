import { contractSuite } from './contract.js';
import { vitestDriver } from './vitestDriver.js';

// `npm run test:plugins` sets this: every scenario, with Vitest from the registry.
const isWhole = process.env.SVC_PLUGINS === 'all';

if (isWhole)
  for (const version of ['5.1.1', '4.1.0']) contractSuite(vitestDriver(version), { isShort: false });
else contractSuite(vitestDriver(), { isShort: true });
