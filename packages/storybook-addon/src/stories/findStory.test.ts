import { storyTargets } from '@svc/schema/storyTargets';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findStory, storyNames } from './findStory.js';

const stories = [
  { id: 'forms-button--primary', title: 'Forms/Button', name: 'Primary' },
  { id: 'forms-button--primary-large', title: 'Forms/Button', name: 'Primary [large]' },
  { id: 'forms-button--v-2', title: 'Forms/Button', name: 'V__2' },
  { id: 'lone--story', title: '', name: 'Lone' },
];
const names = storyNames(stories);

test.each([
  ['Forms/Button/Primary', 'forms-button--primary', ''],
  ['Forms/Button/Primary[dark]', 'forms-button--primary', 'dark'],
  ['Forms/Button/Primary[dark [2]]', 'forms-button--primary', 'dark [2]'],
  ['Forms/Button/Primary__375', 'forms-button--primary', '375 px'],
  ['Forms/Button/Primary [large]', 'forms-button--primary-large', ''],
  ['Forms/Button/Primary [large][dark]', 'forms-button--primary-large', 'dark'],
  ['Forms/Button/V__2', 'forms-button--v-2', ''],
  ['Forms/Button/V__2__375', 'forms-button--v-2', '375 px'],
  ['Lone', 'lone--story', ''],
])('%s is a snapshot of %s', (snapshot, id, variant) => {
  expect(findStory(names, snapshot)).toEqual({ id, variant });
});

test.each(['Forms/Button', 'Forms/Button/Primary__', 'Forms/Button/Primary[', 'Other', ''])(
  '%s is a snapshot of none of the stories',
  (snapshot) => {
    expect(findStory(names, snapshot)).toBeNull();
  },
);

test('findStory: finds the story of every snapshot that a capture names', () => {
  const mode = fc.string({ minLength: 1, maxLength: 8 });
  const parameters = fc.oneof(
    fc.record({ modes: fc.dictionary(mode, fc.constant({}), { minKeys: 1, maxKeys: 3 }) }),
    fc.record({ viewports: fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 3 }) }),
    fc.constant({}),
  );
  fc.assert(
    fc.property(fc.constantFrom(...stories), parameters, (story, given) => {
      const url = 'http://localhost/iframe.html';
      for (const { name } of storyTargets({ ...story, url, parameters: given }, 'stories-a'))
        expect(findStory(names, name)?.id, name).toBe(story.id);
    }),
  );
});
