import { expect, test } from 'vitest';
import { detectStoryTool, findBuildRoot } from './detectStoryTool.js';

test('a build is known by the files that its tool leaves', () => {
  expect(detectStoryTool(new Set(['index.html', 'iframe.html', 'index.json']))).toBe('stories-a');
  expect(detectStoryTool(new Set(['index.html', 'iframe.html', 'stories.json']))).toBe('stories-a');
  expect(detectStoryTool(new Set(['index.html', 'meta.json', 'assets/a.js']))).toBe('stories-b');
  expect(detectStoryTool(new Set(['index.html']))).toBeNull();
});

test('a folder around the whole build is found', () => {
  expect(findBuildRoot(['dist/index.html', 'dist/assets/a.js'])).toBe('dist/');
  expect(findBuildRoot(['index.html', 'assets/a.js'])).toBe('');
  expect(findBuildRoot(['assets/a.js', 'index.html'])).toBe('');
  expect(findBuildRoot([])).toBe('');
});
