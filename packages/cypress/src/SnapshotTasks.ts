import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { holdScript, releaseScript, stepsOf } from '@svc/stabilise';
import {
  type DriverMode,
  type DriverOptions,
  emulatedMedia,
  keepPicture,
  nameOf,
  type Order,
  ShotFolder,
} from '@svc/test-core/driver';
import { maskScript, unmaskScript } from '@svc/test-core/page';
import { checkTaken } from './checkTaken.js';
import { fileOfSpec } from './fileOfSpec.js';
import { checkSnapshotOptions, type SvcCypressOptions } from './options.js';
import type { Plan, PlannedPicture, PlanRequest, TakenPicture } from './Plan.js';

/** What tests ask of Node while they take snapshots. */
export class SnapshotTasks {
  readonly #options: SvcCypressOptions;
  readonly #screenshotsFolder: string | null;
  /** Outside of the repository, until the run has ended: Cypress lists what it has taken. */
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-cypress-'));
  readonly #orders = new Map<string, Order>();

  constructor(options: SvcCypressOptions, screenshotsFolder: string | null) {
    this.#options = options;
    this.#screenshotsFolder = screenshotsFolder;
  }

  /** @throws Error that says which option is wrong, and what it may be */
  plan({ name, options: own, file, titles, attempt, browser }: PlanRequest): Plan {
    const options: DriverOptions = { browser, ...this.#options, ...own };
    checkSnapshotOptions(options);
    const { element, fullPage, delay = 0, mask = [], ignoreSelectors = [] } = options;
    const stabilise = stepsOf(options.stabilise);
    const test = { file: fileOfSpec(file), titles, attempt };
    const order = { name: name ?? undefined, options, test };
    const id = randomUUID();
    this.#orders.set(id, order);
    return {
      id,
      element: element ?? null,
      fullPage: fullPage ?? false,
      delay,
      before: [
        holdScript({ stabilise, hidden: ignoreSelectors }),
        ...(mask.length > 0 ? [maskScript(mask)] : []),
      ],
      after: [...(mask.length > 0 ? [unmaskScript] : []), releaseScript],
      // Cypress takes animations away, which have just been put where they belong.
      pausesTimers: !stabilise.motion,
      usualMedia: options.modes ? emulatedMedia(null) : null,
      pictures: picturesOf(nameOf(order), options),
    };
  }

  /** @throws Error where the picture is not what the page looks like, or another one of this attempt has its name */
  keep({ id, name, viewport, path, ...taken }: TakenPicture): null {
    const order = this.#orders.get(id);
    const folder = ShotFolder.ofRun();
    if (!order || !folder) throw new Error(`a picture of no snapshot: ${name}`);
    const png = readFileSync(path);
    // Another plugin that handles after:screenshot keeps this one from it.
    if (!path.startsWith(this.#folder)) this.#discard(path);
    checkTaken(taken);
    keepPicture({ name, viewport, png }, order, folder);
    return null;
  }

  /** Takes a picture out of the repository. @returns where it is */
  move(path: string): string {
    const to = join(this.#folder, `${randomUUID()}-${basename(path)}`);
    copyFileSync(path, to);
    this.#discard(path);
    return to;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Removes a picture, and the folders that it has been alone in. */
  #discard(path: string): void {
    rmSync(path);
    const root = this.#screenshotsFolder;
    if (!root) return;
    for (let folder = dirname(path); folder.startsWith(`${root}${sep}`); folder = dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        return;
      }
    }
  }
}

function picturesOf(name: string, { modes, viewports }: DriverOptions): PlannedPicture[] {
  const ways: [string, DriverMode, boolean][] = modes
    ? Object.entries(modes).map(([mode, look]) => [`${name}[${mode}]`, look, true])
    : [[name, {}, false]];
  return ways.flatMap(([slot, { viewport: own, ...look }, isMode]) =>
    (own ? [own] : (viewports ?? [null])).map((viewport) => ({
      name: slot,
      viewport,
      media: isMode ? emulatedMedia(look) : null,
    })),
  );
}
