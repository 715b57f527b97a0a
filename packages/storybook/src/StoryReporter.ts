import { createHash } from 'node:crypto';
import { takePictures } from '@svc/test-core/stories';
import { PictureReporter } from '@svc/test-core/vitest';
import type { Reporter } from 'vitest/node';
import { type BookStages, openBookStages, type StoryContext } from './book/openBookStages.js';
import type { SvcStoryTestOptions } from './options.js';

/** A story whose test is about to pass, as the browser tells it. */
export interface VisitedStory {
  /** Of Vitest. */
  taskId: string;
  storyId: string;
  /** From 0. */
  attempt: number;
}

/** Takes the snapshots of stories whose tests pass, in pages of its own that show a build of their Storybook. */
export class StoryReporter extends PictureReporter implements Reporter {
  readonly #books = new Map<string, Promise<BookStages>>();
  readonly #failures = new Set<string>();

  /** @returns why the test fails, null if it does not */
  async take(
    { taskId, storyId, attempt }: VisitedStory,
    context: StoryContext,
    options: SvcStoryTestOptions,
  ): Promise<string | null> {
    this.require(options);
    if (typeof (await this.open()) === 'string') return null;
    const stages = await this.#open(context, options);
    if (!stages) return null;
    const { name: browserName } = context.project.config.browser;
    try {
      await stages.use(context, storyId, async ({ page, show }) =>
        takePictures({
          page,
          storyId,
          options,
          browserName,
          show: (delay) => show(storyId, delay),
          isBase: (shot, png) => this.isBase(shot, createHash('sha256').update(png).digest('hex')),
          keep: async (shot, picture) =>
            (await this.keep(taskId, { ...shot, attempt }, picture, options)).failure,
        }),
      );
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  override async onTestRunEnd(modules: unknown, errors: unknown, reason: string): Promise<void> {
    const books = [...this.#books.values()];
    this.#books.clear();
    const failures = [...this.#failures];
    this.#failures.clear();
    await Promise.allSettled(books.map(async (book) => (await book).close()));
    await super.onTestRunEnd(modules, errors, failures.length > 0 ? 'failed' : reason);
    this.conclude(failures, failures.length > 0);
  }

  /** Null where the Storybook cannot be shown, which the end of the run says once. */
  async #open(context: StoryContext, options: SvcStoryTestOptions): Promise<BookStages | null> {
    const { configDir, storybook, stabilise } = options;
    const key = JSON.stringify([configDir, storybook, stabilise, context.project.config.browser.name]);
    const opening = this.#books.get(key) ?? openBookStages(context, options);
    this.#books.set(key, opening);
    try {
      return await opening;
    } catch (error) {
      this.#failures.add(`no story has a picture: ${(error as Error).message}`);
      return null;
    }
  }
}
