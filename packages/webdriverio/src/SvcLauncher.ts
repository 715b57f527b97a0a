import { DriverRun } from '@svc/test-core/driver';
import { checkServiceOptions, type SvcServiceOptions } from './options.js';
import { version } from './version.js';

interface LauncherConfig {
  shard?: { current: number; total: number };
}

/** WebdriverIO ends a run with this error alone. */
class SevereServiceError extends Error {
  override name = 'SevereServiceError';
}

/** Uploads what the workers took, in the process that starts them. */
export class SvcLauncher {
  readonly #run = new DriverRun(`svc-webdriverio/${version}`);
  readonly #options: SvcServiceOptions;

  constructor(options: SvcServiceOptions) {
    this.#options = options;
  }

  onPrepare(): void {
    try {
      checkServiceOptions(this.#options);
    } catch (error) {
      throw new SevereServiceError((error as Error).message);
    }
    this.#run.begin(this.#options.suite);
  }

  async onComplete(exitCode: number, { shard }: LauncherConfig): Promise<void> {
    // An unsharded run is one of one.
    const part = shard && shard.total > 1 ? `${shard.current}/${shard.total}` : undefined;
    const failure = await this.#run.end(exitCode, part);
    if (failure) throw new SevereServiceError(failure);
  }
}
