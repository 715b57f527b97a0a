import {
  checkDriverOptions,
  type DriverOptions,
  driverRules,
  type PluginOptions,
} from '@svc/test-core/driver';

// Its pictures come without a layout.
const { layout: _, ...rules } = driverRules;

/** Of `svcCypress` in the configuration; `cy.svcSnapshot` may set the same. */
export type SvcCypressOptions = Omit<PluginOptions, 'layout'>;

/** @throws Error that says which option is wrong, and what it may be */
export const checkPluginOptions = (options: SvcCypressOptions): void =>
  checkDriverOptions('svcCypress', "svcCypress(on, config, { suite: 'e2e' })", options, rules);

/** @throws Error that says which option is wrong, and what it may be */
export const checkSnapshotOptions = (options: DriverOptions): void =>
  checkDriverOptions('svcSnapshot', "cy.svcSnapshot('Home', { fullPage: true })", options, rules);
