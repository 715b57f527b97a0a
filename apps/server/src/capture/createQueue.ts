import type { CaptureTarget } from '@svc/schema';
import { type Story, storyOf } from './stories/storyOf.js';

/** What a page has loaded: a build, and of it the file of some stories. */
export interface Loaded {
  app: string;
  file: string;
}

export interface TargetQueue {
  /** Adds targets, whose indexes follow. */
  add(targets: readonly CaptureTarget[]): void;
  /** Index of the target that comes next for a page, and what it loads for it; null when none is left. */
  next(last: Loaded | null): (Loaded & { index: number }) | null;
}

interface Group {
  name: string;
  isBegun: boolean;
}

interface File extends Group {
  indices: number[];
}

interface App extends Group {
  files: Map<string, File>;
}

/**
 * Deals targets out to pages so that few builds are loaded, and few files of them more than once: a page stays with what
 * it has loaded, then takes what no page has begun, the largest build first, and only then helps where most is left.
 */
export function createQueue(targets: readonly CaptureTarget[]): TargetQueue {
  const apps = new Map<string, App>();
  let count = 0;
  const add = (target: CaptureTarget) => {
    const index = count;
    count += 1;
    const story = storyOf(target);
    const name = story?.app ?? '';
    const app = apps.get(name) ?? { name, isBegun: false, files: new Map() };
    apps.set(name, app);
    const fileName = story ? fileOf(story) : '';
    const file = app.files.get(fileName) ?? { name: fileName, isBegun: false, indices: [] };
    app.files.set(fileName, file);
    file.indices.push(index);
  };
  targets.forEach(add);
  const isNew = ({ isBegun }: Group) => !isBegun;

  return {
    add: (further) => further.forEach(add),
    next(last) {
      const all = [...apps.values()];
      const app =
        (last && apps.get(last.app)) ?? largest(all.filter(isNew), countOf) ?? largest(all, countOf);
      if (!app) return null;
      const files = [...app.files.values()];
      const file =
        (last?.app === app.name && app.files.get(last.file)) ||
        (files.find(isNew) ?? largest(files, ({ indices }) => indices.length));
      const index = file?.indices.shift();
      if (!file || index === undefined) throw new Error(`no target of ${app.name} is left to be dealt out`);
      app.isBegun = true;
      file.isBegun = true;
      if (file.indices.length === 0) app.files.delete(file.name);
      if (app.files.size === 0) apps.delete(app.name);
      return { index, app: app.name, file: file.name };
    },
  };
}

/** The start of an id, which tools give to all stories of one file. */
const fileOf = ({ id }: Story): string => id.slice(0, Math.max(0, id.lastIndexOf('--')));

const countOf = ({ files }: App): number =>
  [...files.values()].reduce((sum, { indices }) => sum + indices.length, 0);

/** The first of the largest. */
const largest = <T>(some: readonly T[], sizeOf: (one: T) => number): T | null =>
  some.reduce<T | null>((best, one) => (best === null || sizeOf(one) > sizeOf(best) ? one : best), null);
