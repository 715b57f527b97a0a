import { checkDriverOptions, type DriverOptions } from '@svc/test-core/driver';

/** Of the service in the configuration; `svcSnapshot` may set the same. */
export type SvcServiceOptions = Pick<
  DriverOptions,
  | 'suite'
  | 'mode'
  | 'onUploadError'
  | 'browser'
  | 'threshold'
  | 'antiAliasing'
  | 'tags'
  | 'stabilise'
  | 'layout'
  | 'mask'
  | 'ignoreSelectors'
>;

/** @throws Error that says which option is wrong, and what it may be */
export const checkServiceOptions = (options: SvcServiceOptions): void =>
  checkDriverOptions('@svc/webdriverio', "services: [['@svc/webdriverio', { suite: 'e2e' }]]", options);

/** @throws Error that says which option is wrong, and what it may be */
export const checkSnapshotOptions = (options: DriverOptions): void =>
  checkDriverOptions('svcSnapshot', "browser.svcSnapshot('Home', { fullPage: true })", options);
