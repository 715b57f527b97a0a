import { describe, expect, it } from 'vitest';
import { browsersOf, filterBaselines, viewportsOf } from './filterBaselines.js';

const now = Date.parse('2026-01-31T00:00:00Z');
const baseline = (name: string, viewport: string | null, daysAgo: number, browser: string | null = null) => ({
  name,
  viewport: viewport
    ? { width: Number(viewport.split('x')[0]), height: Number(viewport.split('x')[1]) }
    : null,
  browser,
  createdAt: new Date(now - daysAgo * 86_400_000).toISOString(),
});
const baselines = [
  baseline('Forms/Button/Primary', null, 0.5),
  baseline('Forms/Ärger', '1280x720', 3),
  baseline('Навигация/Меню', '375x667', 20),
  baseline('Navigation/Menu', '1280x720', 90, 'firefox'),
];
const find = (filter: Partial<Parameters<typeof filterBaselines>[1]>) =>
  filterBaselines(baselines, { q: '', ...filter }, now).map(({ name }) => name);

describe('baselines', () => {
  it.each([
    ['', 4],
    ['primary forms', 1],
    ['FORMS/ÄRGER', 1],
    ['forms/a\u0308rger', 1],
    ['меню', 1],
    ['menu button', 0],
  ])('are found by %j', (q, count) => {
    expect(find({ q })).toHaveLength(count);
  });

  it('are picked by viewport, browser and age', () => {
    expect(find({ browser: 'firefox' })).toEqual(['Navigation/Menu']);
    expect(find({ browser: 'none', viewport: '1280x720' })).toEqual(['Forms/Ärger']);
    expect(find({ viewport: 'none' })).toEqual(['Forms/Button/Primary']);
    expect(find({ viewport: '1280x720', age: 'week' })).toEqual(['Forms/Ärger']);
    expect([
      find({ age: 'day' }).length,
      find({ age: 'month' }).length,
      find({ age: 'what' }).length,
    ]).toEqual([1, 3, 4]);
  });
});

it('lists viewports once, the narrowest first, and browsers by name', () => {
  expect(browsersOf(baselines)).toEqual(['firefox', 'none']);
  expect(viewportsOf(baselines.slice(1))).toEqual(['375x667', '1280x720']);
});
