import type { ResultStatus } from '@svc/schema';
import { ask, baseline, begin, capture, compare, head, pathOf, type Shot } from './capture.js';
import { completed, post, type Seed, type World } from './openService.js';

const drawings = ['button', 'card', 'form', 'chart', 'dashboard', 'article'];
const groups = ['Forms', 'Marketing', 'Navigation', 'Charts', 'Layout'];
const variants = [
  'Primary',
  'Hover',
  'Disabled',
  'Dark',
  'Long text',
  'Empty',
  'Loading',
  'With icon',
  'Compact',
  'Wide',
];

/** A snapshot of its own for each place: its drawing changes with the place, its color and its name too. */
export function shotAt(place: number, version: 0 | 1): Shot {
  const drawing = drawings[(place * 5 + 4) % drawings.length] ?? '';
  const title = `${drawing.charAt(0).toUpperCase()}${drawing.slice(1)}`;
  const variant = variants[Math.floor(place / drawings.length) % variants.length];
  return {
    name: `${groups[place % groups.length]}/${title}/${variant}${place >= 60 ? ` ${place}` : ''}`,
    drawing: `${drawing}-${(place * 47 + 222) % 360}-${version}`,
    ...(place % 3 === 0 ? { viewport: { width: 1280, height: 720 } } : {}),
  };
}

/** A diff of a suite of its own with so many results of each status, in this order. */
export async function seedDiff(
  world: World,
  suite: string,
  counts: Partial<Record<ResultStatus, number>>,
): Promise<string> {
  const statuses = Object.entries(counts).flatMap(([status, count]) =>
    Array.from({ length: count }, () => status),
  );
  const before = statuses.flatMap((status, place) => (status === 'new' ? [] : [shotAt(place, 0)]));
  const after = statuses.flatMap((status, place) =>
    status === 'removed' || status === 'skipped' ? [] : [shotAt(place, status === 'unchanged' ? 0 : 1)],
  );
  const listed = statuses.flatMap((status, place) => (status === 'skipped' ? [] : [shotAt(place, 0).name]));
  if (before.length > 0) await capture(world, suite, before, baseline);
  const { id } = await capture(world, suite, after, head);
  return compare(world, suite, id, { manifest: listed });
}

/** Every status there is. */
export const seedReview: Seed = (world) =>
  seedDiff(world, 'storybook', { changed: 14, new: 4, removed: 2, unchanged: 38, skipped: 3 });

export const seedClean: Seed = (world) => seedDiff(world, 'clean', { unchanged: 24 });
export const seedNew: Seed = (world) => seedDiff(world, 'ladle', { new: 9 });

/** A diff whose baselines have moved since. */
export const seedStale: Seed = async (world) => {
  const path = await seedDiff(world, 'emails', { changed: 3 });
  await moveBaseline(world, 'emails', shotAt(0, 0));
  return path;
};

/** Sets another baseline of the snapshot on the branch of the diffs, which are stale then. */
export async function moveBaseline(
  world: World,
  suite: string,
  { name, viewport }: Pick<Shot, 'name' | 'viewport'>,
): Promise<void> {
  const moved = { ...head, commit: 'b0bb1e5', autoBaseline: true };
  await capture(world, suite, [{ name, drawing: 'card-1-0', ...(viewport ? { viewport } : {}) }], moved);
}

/** Baselines for {@link beginRunning}. */
export const seedRunning: Seed = async (world) => {
  const shots = Array.from({ length: 30 }, (_, place) => shotAt(place, 0));
  await capture(world, 'running', shots, baseline);
  return '/acme/web';
};

/**
 * Begins a capture of 30 snapshots, of which two have changed, and its diff. It stops after twelve until the fleet is told to go
 * on. Resolves with the ids of both.
 */
export async function beginRunning(
  world: World,
  suite = 'running',
): Promise<{ captureId: string; diffId: string }> {
  const shots = Array.from({ length: 30 }, (_, place) => ({
    ...shotAt(place, place < 2 ? 1 : 0),
    held: place >= 12,
  }));
  const { id: captureId } = await begin(world, suite, shots, { ...head, branch: 'feature/search' });
  const { id: diffId } = await ask(world, suite, captureId);
  await world.fleet.untilHeld();
  return { captureId, diffId };
}

export const seedFailed: Seed = async (world) => {
  const shots = [1, 2].map((number) => ({
    name: `Broken/Story ${number}`,
    drawing: 'none-0-0',
    viewport: { width: 1280, height: 720 },
    held: number === 1,
    failure:
      'The page did not load within 30 s: net::ERR_CONNECTION_REFUSED at http://localhost:6006/iframe.html',
    console: number === 1 ? ['TypeError: theme is undefined', 'Warning: the provider is missing'] : [],
  }));
  const { id } = await begin(world, 'broken', shots, head);
  const diff = await ask(world, 'broken', id);
  await world.fleet.untilHeld();
  world.fleet.release();
  await completed.diff(world, diff.id);
  return pathOf(diff.id);
};

/**
 * Two groups, of five and of three, with two strays between them and another viewport that changed in its own way. The second
 * of the first group has flaked, and was rendered by something else before; the first stray has twenty rows more.
 */
export const seedGroups: Seed = async (world) => {
  const name = (place: number) => shotAt(place, 0).name;
  const shots = (version: 0 | 1): Shot[] => [
    ...[0, 1, 2, 3, 4].map((place) => ({ name: name(place), drawing: `pair-210-${version}` })),
    { name: name(5), drawing: `rows-30-${version}` },
    { name: name(6), drawing: `form-60-${version}` },
    ...[7, 8, 9].map((place) => ({ name: name(place), drawing: `pair-90-${version}` })),
    ...[10, 11, 12, 13].map((place) => ({ name: name(place), drawing: `card-${place}-0` })),
    { name: name(0), drawing: `pair-300-${version}`, viewport: { width: 390, height: 844 } },
  ];
  const [before, after] = [shots(0), shots(1)];
  const [, second] = before;
  if (!second) throw new Error('there is no second snapshot');
  second.renderer = 'HeadlessChrome/149.0.0.0 linux-x64';
  await capture(world, 'groups', before, baseline);
  // Of one commit it looked different three times.
  const flaky = { branch: 'main', commit: baseline.commit, partial: true };
  for (const hue of [1, 2, 3]) {
    await capture(world, 'groups', [{ ...second, drawing: `pair-${hue}-0` }], flaky);
  }
  const { id } = await capture(world, 'groups', after, head);
  return compare(world, 'groups', id);
};

/** The smallest and the longest image, names as people write them, and a snapshot that could not be captured. */
export const seedEdges: Seed = async (world) => {
  const names = [
    'Pixel',
    'Long page',
    'مكونات/زر/أساسي',
    '组件/按钮/主要',
    'コンポーネント/ボタン/既定',
    'Emoji 🎉/Party 👩‍👩‍👧‍👦/Button ✅',
    `Very long/${'Supercalifragilisticexpialidocious'.repeat(8)}`,
    `${'Deep/'.repeat(40)}Leaf`,
    'A sentence as a name, which says in which state the component is, with which props, in which theme and for whom',
  ];
  const drawn: Record<number, string> = { 0: 'pixel-222', 1: 'tower-222' };
  const shots = (version: 0 | 1): Shot[] =>
    names.map((name, place) => {
      const shot = shotAt(place, version);
      return { ...shot, name, ...(drawn[place] ? { drawing: `${drawn[place]}-${version}` } : {}) };
    });
  await capture(world, 'edges', shots(0), baseline);
  const failed = {
    name: 'Charts/Live prices',
    drawing: 'none-0-0',
    viewport: { width: 1280, height: 720 },
    failure: 'The page did not hold still within 30 s: its network was never quiet',
  };
  const { id } = await capture(world, 'edges', [...shots(1), failed], head);
  return compare(world, 'edges', id);
};

/** A diff of a capture without snapshots. */
export const seedEmpty: Seed = async (world) => {
  const { id } = await post<{ id: string }>(world, '/api/v1/captures', {
    suite: 'nothing',
    snapshots: [],
    ...head,
  });
  return compare(world, 'nothing', id);
};
