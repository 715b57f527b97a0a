import { DriverRun, JestReporter } from '@svc/test-core/driver';
import { version } from './version.js';

/** A reporter of Jest, which `withSvcJest` adds. */
export default class SvcReporter extends JestReporter {
  constructor(options?: ConstructorParameters<typeof JestReporter>[1]) {
    super(new DriverRun(`svc-storybook/${version}`), options);
  }
}
