import { DriverRun } from '@svc/test-core/driver';
import { version } from './version.js';

/** Of this process, which has one however often Cypress loads the configuration. */
export const run = new DriverRun(`svc-cypress/${version}`);
