import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoryStatus } from '../protocol.js';
import { openSidebar, type StatusStore } from './openSidebar.js';

const statuses = fc.dictionary(
  fc.constantFrom('a--b', 'a--c', 'd--e'),
  fc.record<StoryStatus>({
    value: fc.constantFrom('pending', 'success', 'warning', 'error'),
    text: fc.constantFrom('Unchanged', 'Changed: 1% of the pixels'),
  }),
);

test('openSidebar: shows the newest statuses, and none of the earlier ones', () => {
  fc.assert(
    fc.property(fc.array(statuses), (rounds) => {
      const sidebar = new Map<string, unknown>();
      const store: StatusStore = {
        set: (all) => {
          for (const { storyId, typeId, value, description } of all)
            sidebar.set(storyId, { typeId, value, description });
        },
        unset: (all) => {
          for (const storyId of all) sidebar.delete(storyId);
        },
      };
      const show = openSidebar(store, 'svc');
      for (const round of rounds) {
        show(round);
        const expected = Object.entries(round).map(([storyId, { value, text }]) => [
          storyId,
          { typeId: 'svc', value: `status-value:${value}`, description: text },
        ]);
        expect(Object.fromEntries(sidebar)).toEqual(Object.fromEntries(expected));
      }
    }),
  );
});
