import { expect, test } from 'vitest';
import { explodeStories } from '../stories/explodeStories.js';
import { nameLostPixelImages } from './nameLostPixelImages.js';

const stories = [
  { id: 'forms-button--primary', title: 'Forms/Button', name: 'Primary' },
  { id: 'größe--v-2-0', title: 'Größe', name: 'V2.0' },
];

test('images of stories have the names and viewports that svc stories-a gives', () => {
  const [first, second, third] = nameLostPixelImages(
    [
      'forms-button--primary.png',
      'grosse--v-2-0__[w640px].png',
      'forms-button--primary__[w320px|firefox].png',
    ],
    stories,
  );
  const [plain] = explodeStories(
    [{ ...stories[0], url: '/x', title: 'Forms/Button', name: 'Primary' }],
    'stories-a',
  );
  const [wide] = explodeStories(
    [{ title: 'Größe', name: 'V2.0', url: '/x', parameters: { viewports: [640] } }],
    'stories-a',
  );
  expect(first).toMatchObject({ name: plain?.target.name });
  expect(first?.viewport).toBeUndefined();
  expect(second).toMatchObject({ name: wide?.target.name, viewport: wide?.target.viewport });
  expect(third).toMatchObject({
    ...{ name: 'Forms/Button/Primary__320', viewport: { width: 320, height: 720 }, browser: 'firefox' },
  });
});

test('other images have the names of their files', () => {
  const files = ['landing.png', 'custom/Cart __[w640px].png', 'forms-button--primary.png'];
  expect(nameLostPixelImages(files, []).map(({ name }) => name)).toEqual([
    'landing',
    'custom/Cart __[w640px]',
    'forms-button--primary',
  ]);
});
