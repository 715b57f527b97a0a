import { openRun } from '../openRun.js';
import type { RunningTest } from './RunningTest.js';
import { ShotFolder } from './ShotFolder.js';
import { uploadFolder } from './uploadFolder.js';

/** A run of tests, in the process that it began in: the others leave their pictures to this one. */
export class DriverRun {
  readonly #userAgent: string;
  #folder: ShotFolder | null = null;

  /** @param userAgent the plugin and its version, such as `svc-puppeteer/0.14.0` */
  constructor(userAgent: string) {
    this.#userAgent = userAgent;
  }

  /**
   * Processes that begin from now on are part of this run, unless all of this is part of another one.
   * @param suite of its snapshots, where it is known: an unchanged one then needs a single picture
   */
  begin(suite?: string): void {
    if (ShotFolder.ofRun()) return;
    this.#folder = ShotFolder.make();
    this.#folder.share();
    if (suite !== undefined) void this.#shareBases(this.#folder, suite).catch(() => {});
  }

  /** What fails here says so when the pictures are uploaded. */
  async #shareBases(folder: ShotFolder, suite: string): Promise<void> {
    const run = await openRun({ userAgent: this.#userAgent });
    if (typeof run !== 'string') folder.writeBases(suite, await run.findBases(suite));
  }

  /** An attempt of a test has passed, of a runner that tells this process. */
  notePassed(test: RunningTest): void {
    ShotFolder.ofRun()?.notePassed(test);
  }

  /**
   * Uploads what the tests left, and prints how it compares.
   * @param exitCode how the tests ended
   * @param shard `i/n`, where the runner knows it
   * @returns why the run fails although its tests may have passed; null if it does not
   */
  async end(exitCode: number, shard?: string): Promise<string | null> {
    const folder = this.#folder;
    this.#folder = null;
    if (!folder) return null;
    const { lines, fails } = await uploadFolder(folder, { userAgent: this.#userAgent, shard, exitCode });
    for (const line of lines) console.log(line);
    return fails ? 'svc: the run fails: its snapshots wait for a review, or were not uploaded' : null;
  }
}
