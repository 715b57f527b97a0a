import { startScript } from '@svc/stabilise';
import { type DriverOptions, fileOf, type RunningTest, ShotFolder, takeShots } from '@svc/test-core/driver';
import { driverOf } from './driverOf.js';
import { checkSnapshotOptions, type SvcServiceOptions } from './options.js';
import type { SvcBrowser } from './SvcBrowser.js';

/** A test as WebdriverIO tells its services. */
interface WdioTest {
  title: string;
  fullTitle?: string;
  fullName?: string;
  file?: string;
}

/** What Mocha runs a test with. */
interface MochaContext {
  test?: { titlePath?(): string[] };
}

/** Adds `browser.svcSnapshot()`, in each worker. */
export default class SvcWorker {
  readonly #options: SvcServiceOptions;
  readonly #browserName: string | undefined;
  readonly #attempts = new Map<string, number>();
  #test: RunningTest | null = null;
  /** Which of the capabilities of the configuration this worker runs its tests with, from 0. */
  #capabilities = 0;

  constructor(options: SvcServiceOptions, capabilities: { browserName?: unknown } = {}) {
    const { browserName } = capabilities;
    this.#options = options;
    this.#browserName = typeof browserName === 'string' && browserName ? browserName : undefined;
  }

  /** @param cid such as `1-0`: the second capabilities, the first file */
  beforeSession(_config: unknown, _capabilities: unknown, _specs: unknown, cid: string): void {
    this.#capabilities = Number.parseInt(cid, 10);
  }

  async before(_capabilities: unknown, _specs: unknown, browser: SvcBrowser): Promise<void> {
    const { stabilise } = this.#options;
    if (browser.isBidi && stabilise !== false)
      await browser.scriptAddPreloadScript({ functionDeclaration: `() => { ${startScript(stabilise)} }` });
    browser.addCommand(
      'svcSnapshot',
      (name?: string | Partial<DriverOptions>, more?: Partial<DriverOptions>) =>
        this.#take(browser, name, more),
    );
  }

  beforeTest({ title, fullTitle, fullName, file = '' }: WdioTest, context?: MochaContext): void {
    this.#begin(file, context?.test?.titlePath?.() ?? [fullTitle ?? fullName ?? title]);
  }

  afterTest(): void {
    this.#test = null;
  }

  beforeScenario({ pickle }: { pickle: { uri: string; name: string } }): void {
    this.#begin(pickle.uri, [pickle.name]);
  }

  afterScenario(): void {
    this.#test = null;
  }

  #begin(file: string, titles: readonly string[]): void {
    const key = JSON.stringify([file, titles]);
    const attempt = this.#attempts.get(key) ?? 0;
    this.#attempts.set(key, attempt + 1);
    this.#test = { file: fileOf(file), titles, attempt };
  }

  /** The same test with other capabilities of one browser is not a retry: a picture may not take the place of another in silence. */
  #identity(): Pick<DriverOptions, 'browser' | 'testId'> {
    const browser = this.#browserName;
    if (!this.#test || this.#capabilities === 0) return { browser };
    const { file, titles } = this.#test;
    return { browser, testId: `${[file, ...titles].join(' > ')} (capabilities ${this.#capabilities + 1})` };
  }

  async #take(
    browser: SvcBrowser,
    name: string | Partial<DriverOptions> | undefined,
    more: Partial<DriverOptions> | undefined,
  ): Promise<void> {
    const [given, own] = typeof name === 'string' ? [name, more] : [undefined, name];
    const options = { ...this.#identity(), ...this.#options, ...own };
    checkSnapshotOptions(options);
    const folder = ShotFolder.ofRun();
    if (!folder)
      throw new Error(
        "svcSnapshot needs the service in the configuration: services: [['@svc/webdriverio', { suite: 'e2e' }]]",
      );
    await takeShots(driverOf(browser), { name: given, options, test: this.#test }, folder);
  }
}
