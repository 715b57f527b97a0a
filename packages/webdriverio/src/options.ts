import { checkDriverOptions, type DriverOptions, type PluginOptions } from '@svc/test-core/driver';

/** Of the service in the configuration; `svcSnapshot` may set the same. */
export type SvcServiceOptions = PluginOptions;

/** @throws Error that says which option is wrong, and what it may be */
export const checkServiceOptions = (options: SvcServiceOptions): void =>
  checkDriverOptions('@svc/webdriverio', "services: [['@svc/webdriverio', { suite: 'e2e' }]]", options);

/** @throws Error that says which option is wrong, and what it may be */
export const checkSnapshotOptions = (options: DriverOptions): void =>
  checkDriverOptions('svcSnapshot', "browser.svcSnapshot('Home', { fullPage: true })", options);
