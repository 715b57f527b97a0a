import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StoryStatus } from '../protocol.js';
import { openSidebar, type StatusStore, statusStoreOf } from './openSidebar.js';

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

test('statusStoreOf: takes the CommonJS of a Storybook that has both, from the first folder with one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-addon-'));
  try {
    const storybook = join(folder, 'project/node_modules/storybook');
    mkdirSync(storybook, { recursive: true });
    mkdirSync(join(folder, 'shared/.storybook'), { recursive: true });
    const conditions = { import: './core.mjs', require: './core.cjs' };
    const exports = { './internal/core-server': conditions };
    writeFileSync(join(storybook, 'package.json'), JSON.stringify({ name: 'storybook', exports }));
    for (const kind of ['cjs', 'mjs']) {
      const start = kind === 'cjs' ? 'exports.' : 'export const ';
      const text = `${start}experimental_getStatusStore = (typeId) => '${kind} of ' + typeId;`;
      writeFileSync(join(storybook, `core.${kind}`), text);
    }
    const folders = [join(folder, 'shared/.storybook'), join(folder, 'project'), import.meta.dirname];
    expect(statusStoreOf(folders, 'svc')).toBe('cjs of svc');
    expect(() => statusStoreOf([folder], 'svc')).toThrow(/Cannot find module/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
