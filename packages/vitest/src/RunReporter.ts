import { type FoundImages, openFoundImages } from '@svc/test-core';
import { type Answer, PictureReporter, passed } from '@svc/test-core/vitest';
import type { Reporter } from 'vitest/node';
import type { SvcOptions } from './options.js';
import { type ReferencePlace, referenceFiles } from './referenceFiles.js';
import { shotOf } from './shotOf.js';
import type { Announced, Taken } from './Taken.js';

/** Uploads what tests took, or tells `svc import` which files Vitest has of it. */
export class RunReporter extends PictureReporter implements Reporter {
  /** In a run of `svc import`, which uploads nothing. */
  readonly #images = openFoundImages(process.env);
  #importedSuite: string | null = null;

  async take(taken: Taken, place: ReferencePlace, options: SvcOptions): Promise<Answer> {
    const shot = shotOf(taken, place, options);
    if (this.#images) {
      const failure = taken.reference && this.#findImage(this.#images, shot, taken.reference, place);
      return { ...passed, failure };
    }
    const { taskId, png, record } = taken;
    return this.keep(taskId, shot, { png: Buffer.from(png, 'base64'), layout: record }, options);
  }

  /** Whether a picture needs no second one. */
  isKnown({ hash, ...announced }: Announced, place: ReferencePlace, options: SvcOptions): boolean {
    return this.#images !== null || this.isBase(shotOf(announced, place, options), hash);
  }

  override async onTestRunEnd(modules: unknown, errors: unknown, reason: string): Promise<void> {
    if (this.#images) this.#images.write(this.#importedSuite ?? '');
    else await super.onTestRunEnd(modules, errors, reason);
  }

  /** Answers why the image cannot be imported, null if it can. */
  #findImage(
    images: FoundImages,
    shot: ReturnType<typeof shotOf>,
    reference: NonNullable<Taken['reference']>,
    place: ReferencePlace,
  ): string | null {
    this.#importedSuite ??= shot.suite;
    if (this.#importedSuite !== shot.suite) {
      return `svc import reads one suite at a time, and these tests have ${this.#importedSuite} and ${shot.suite}: choose projects of one, as in \`svc import vitest -- npx vitest run --project <name>\``;
    }
    images.add(shot, (platform) => referenceFiles(reference, place, platform));
    return null;
  }
}
