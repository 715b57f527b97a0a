import { pictureFlags, startScript } from '@svc/stabilise';
import type { DriverOptions } from '@svc/test-core/driver';
import type { SvcPluginConfig, SvcPluginEvents } from './CypressEvents.js';
import { notePassed } from './notePassed.js';
import { checkPluginOptions, type SvcCypressOptions } from './options.js';
import { screenshotPrefix, tasks } from './Plan.js';
import { run } from './run.js';
import { SnapshotTasks } from './SnapshotTasks.js';

export type { DriverMode as SvcMode, DriverViewport as SvcViewport } from '@svc/test-core/driver';
export type {
  SvcPluginConfig,
  SvcPluginEvents,
  SvcRunResults,
  SvcScreenshotDetails,
  SvcSpecResults,
} from './CypressEvents.js';
export type { SvcCypressOptions } from './options.js';

/** Options of `cy.svcSnapshot`: those of the configuration hold where it says nothing. */
export type SvcSnapshotOptions = Partial<DriverOptions>;

/**
 * Flags of Chromium by which pages look as in the pictures of the service, one pixel of a picture for each of a page: for
 * `args` in `before:browser:launch`.
 */
export const browserFlags: readonly string[] = [...pictureFlags, '--force-device-scale-factor=1'];

/**
 * Uploads what `cy.svcSnapshot` takes, when all tests of `cypress run` have ended: for `setupNodeEvents`. In `cypress open`
 * nothing is taken.
 * @throws Error that says which option is wrong, and what it may be
 */
export function svcCypress<Config extends SvcPluginConfig>(
  on: SvcPluginEvents,
  config: Config,
  options: SvcCypressOptions,
): Config {
  checkPluginOptions(options);
  if (!config.isTextTerminal) {
    on('task', { [tasks.start]: () => '', [tasks.plan]: () => null });
    return config;
  }
  run.begin();
  const own = new SnapshotTasks(options, config.screenshotsFolder || null);
  on('task', {
    [tasks.start]: () => startScript(options.stabilise),
    [tasks.plan]: (request) => own.plan(request),
    [tasks.keep]: (picture) => own.keep(picture),
  });
  on('after:screenshot', ({ name, path }) =>
    name?.startsWith(screenshotPrefix) ? { path: own.move(path) } : undefined,
  );
  on('after:run', async (results) => {
    const { totalFailed = 0, failures = 0, runs = [] } = results ?? {};
    own.remove();
    notePassed(runs);
    const failure = await run.end(totalFailed + failures > 0 ? 1 : 0);
    if (failure !== null) throw new Error(failure);
  });
  return config;
}
