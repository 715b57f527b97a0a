import type { PlaywrightTestConfig } from '@playwright/test';
import type { FullConfig, TestCase } from '@playwright/test/reporter';
import type { FoundImages, Shot } from '@svc/test-core';
import { argOf, committedFiles } from './committedPicture.js';
import type { SvcOptions } from './options.js';

/**
 * Of a run that `svc import playwright` makes: it uploads nothing, and says which file of the repository belongs to each
 * snapshot that the tests took.
 */
export class PictureImport {
  readonly #images: FoundImages;
  readonly #options: SvcOptions;
  readonly #config: PlaywrightTestConfig;

  /** @param config as the project wrote it */
  constructor(images: FoundImages, options: SvcOptions, config: PlaywrightTestConfig) {
    this.#images = images;
    this.#options = options;
    this.#config = config;
  }

  add(folder: string, shots: readonly Shot[], test: TestCase, fullConfig: FullConfig): void {
    for (const shot of shots) {
      const arg = argOf(folder, shot.file, test);
      if (arg === null) continue;
      this.#images.add(shot, (platform) =>
        committedFiles(
          arg,
          { config: this.#config, fullConfig, test, platform },
          this.#options.buffers ?? false,
        ),
      );
    }
  }

  write(): void {
    this.#images.write(this.#options.suite);
  }
}
