import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import type { FullConfig, TestCase } from '@playwright/test/reporter';
import type { Shot } from '@svc/test-core';
import { argOf, committedFiles } from './committedPicture.js';
import type { SvcOptions } from './options.js';

/** A snapshot and the file that the repository has of it. */
interface FoundPicture {
  name: string;
  browser: string | undefined;
  file: string;
}

interface MissingPicture extends FoundPicture {
  /** Other platforms that there is a picture of. */
  platforms: string[];
}

const platforms = ['linux', 'darwin', 'win32'];

/**
 * Of a run that `svc import playwright` makes: it uploads nothing, and says which file of the repository belongs to each
 * snapshot that the tests took.
 */
export class PictureImport {
  readonly #file: string;
  readonly #platform: string;
  readonly #options: SvcOptions;
  readonly #config: PlaywrightTestConfig;
  readonly #found = new Map<string, FoundPicture>();
  readonly #missing = new Map<string, MissingPicture>();
  /** Every file that a snapshot has, or would have, on some platform. */
  readonly #expected = new Set<string>();

  /** @param config as the project wrote it */
  constructor(file: string, platform: string, options: SvcOptions, config: PlaywrightTestConfig) {
    this.#file = file;
    this.#platform = platform;
    this.#options = options;
    this.#config = config;
  }

  add(folder: string, shots: readonly Shot[], test: TestCase, fullConfig: FullConfig): void {
    for (const shot of shots) {
      const arg = argOf(folder, shot.file, test);
      if (arg === null) continue;
      const filesOn = (platform: string) =>
        committedFiles(
          arg,
          { config: this.#config, fullConfig, test, platform },
          this.#options.buffers ?? false,
        );
      const others = platforms.filter((platform) => platform !== this.#platform);
      const files = filesOn(this.#platform);
      for (const file of [...files, ...others.flatMap(filesOn)]) this.#expected.add(file);
      const { name, browser } = shot;
      const key = JSON.stringify([name, browser]);
      const file = files.find((path) => existsSync(path));
      if (file) this.#found.set(key, { name, browser, file });
      else
        this.#missing.set(key, {
          ...{ name, browser, file: files[0] ?? '' },
          platforms: others.filter((platform) => filesOn(platform).some((path) => existsSync(path))),
        });
    }
  }

  /** Appends what was found as one line, so that a second run of Playwright in one command is seen. */
  write(): void {
    const found = {
      suite: this.#options.suite,
      snapshots: [...this.#found.values()],
      missing: [...this.#missing.values()],
      unused: this.#unusedFiles(),
    };
    appendFileSync(this.#file, `${JSON.stringify(found)}\n`);
  }

  /** Pictures beside the others that belong to no snapshot. */
  #unusedFiles(): string[] {
    return [...new Set([...this.#expected].map((file) => dirname(file)))]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .filter((file) => /\.(png|webp)$/.test(file) && !this.#expected.has(file))
      .sort();
  }
}
