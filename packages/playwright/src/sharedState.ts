import type { PlaywrightTestConfig } from '@playwright/test';
import type { SvcOptions } from './options.js';

/** What the configuration, the reporter and the teardown of one process tell each other. */
interface SharedState {
  /** Of the configuration. */
  options?: SvcOptions;
  /** As the project wrote it, without what `withSvc` adds. */
  config?: PlaywrightTestConfig;
  /** The reporter is one of this run, even if the run ends before a test. */
  hasReporter?: boolean;
  /** The console of this worker leaves out what it says of new pictures. */
  isMuted?: boolean;
  /** Pages of this worker are held still for pictures. */
  holdsPages?: boolean;
  /** Screenshots of this worker note their pictures. */
  notesPictures?: boolean;
}

const key = Symbol.for('svc.playwright');
const place = globalThis as { [key]?: SharedState };

place[key] ??= {};

export const sharedState: SharedState = place[key];
