import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startScript } from '@svc/stabilise';
import { type DriverOptions, fileOf, type RunningTest, ShotFolder, takeShots } from '@svc/test-core/driver';
import { driverOf } from './driverOf.js';
import { checkSnapshotOptions, type SvcServiceOptions } from './options.js';
import type { SvcBrowser } from './SvcBrowser.js';

/** A test as WebdriverIO tells its services. */
interface WdioTest {
  /** Absent in Jasmine. */
  title?: string;
  fullTitle?: string;
  fullName?: string;
  file?: string;
}

/** What a test is run with. */
interface TestContext {
  /** Of Mocha. */
  test?: { titlePath?(): string[] };
  /** Attempts that WebdriverIO itself has made again, of a test with a number of retries as its last argument. */
  wdioRetries?: number;
}

/** How a test ended. */
interface WdioResult {
  passed: boolean;
  retries?: { attempts: number };
}

/** Adds `browser.svcSnapshot()`, in each worker. */
export default class SvcWorker {
  readonly #options: SvcServiceOptions;
  readonly #browserName: string | undefined;
  readonly #id = randomUUID();
  /** Of the tests that have not passed. */
  readonly #attempts = new Map<string, number>();
  /** IDs of scenarios with the same name: the examples of an outline have one, unless it names a parameter. */
  readonly #scenarios = new Map<string, Set<string>>();
  #running: { test: RunningTest; key: string; context: TestContext | undefined } | null = null;
  #specs: readonly string[] = [];
  /** Which of the capabilities of the configuration this worker runs its tests with, from 0. */
  #capabilities = 0;

  constructor(options: SvcServiceOptions, capabilities: { browserName?: unknown } = {}) {
    const { browserName } = capabilities;
    this.#options = options;
    this.#browserName = typeof browserName === 'string' && browserName ? browserName : undefined;
  }

  /** @param cid such as `1-0`: the second capabilities, the first file */
  beforeSession(_config: unknown, _capabilities: unknown, specs: readonly string[], cid: string): void {
    this.#specs = specs.map((spec) => (spec.startsWith('file:') ? fileURLToPath(spec) : spec));
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

  beforeTest({ title, fullTitle, fullName, file = '' }: WdioTest, context?: TestContext): void {
    const titles = context?.test?.titlePath?.() ?? [fullTitle ?? fullName ?? title ?? ''];
    // As the file of a test of Jasmine, WebdriverIO names one of its own.
    const own = title === undefined ? (this.#specs[0] ?? file) : file;
    this.#begin({ file: fileOf(own), titles }, context);
  }

  afterTest(_test: unknown, _context: unknown, result: WdioResult): void {
    this.#end(result);
  }

  beforeScenario({ pickle: { uri, name, id } }: { pickle: { uri: string; name: string; id: string } }): void {
    const key = JSON.stringify([uri, name]);
    const ids = this.#scenarios.get(key) ?? new Set();
    this.#scenarios.set(key, ids.add(id));
    // A retry has the id of its scenario.
    const number = [...ids].indexOf(id) + 1;
    this.#begin({ file: fileOf(uri), titles: [number === 1 ? name : `${name} (${number})`] });
  }

  afterScenario(_world: unknown, result: WdioResult): void {
    this.#end(result);
  }

  #begin(test: Pick<RunningTest, 'file' | 'titles'>, context?: TestContext): void {
    const key = JSON.stringify(test);
    const attempt = this.#attempts.get(key) ?? 0;
    const project = String(this.#capabilities);
    this.#running = { test: { ...test, attempt, project, worker: this.#id }, key, context };
  }

  #end({ passed, retries }: WdioResult): void {
    if (!this.#running) return;
    const { test, key } = this.#running;
    this.#running = null;
    const attempt = (test.attempt ?? 0) + (retries?.attempts ?? 0);
    if (passed) ShotFolder.ofRun()?.notePassed({ ...test, attempt });
    // A test of the same titles after one that has passed is another test.
    this.#attempts.set(key, passed ? 0 : attempt + 1);
  }

  get #test(): RunningTest | null {
    if (!this.#running) return null;
    const { test, context } = this.#running;
    return { ...test, attempt: (test.attempt ?? 0) + (context?.wdioRetries ?? 0) };
  }

  /** The same test with other capabilities of one browser is not a retry: a picture may not take the place of another in silence. */
  #identity(): Pick<DriverOptions, 'browser' | 'testId'> {
    const browser = this.#browserName;
    if (!this.#running || this.#capabilities === 0) return { browser };
    const { file, titles } = this.#running.test;
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
