import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { documents } from './documents.js';
import { type Setting, type Subject, settings, subjects } from './settings.js';
import { fillSettingsTables, settingsTable } from './settingsTable.js';

const root = new URL('../../../../', import.meta.url);
const read = (document: string) => readFileSync(fileURLToPath(new URL(document, root)), 'utf8');

describe('the tables of settings in the documentation', () => {
  test.each(documents)('%s is what `npm run docs:settings` writes', (document) => {
    const markdown = read(document);
    expect(markdown).toBe(fillSettingsTables(markdown, () => {}));
  });

  test('cover every subject once', () => {
    const found: Subject[] = [];
    for (const document of documents) fillSettingsTables(read(document), (subject) => found.push(subject));
    expect(found.toSorted()).toEqual(Object.keys(subjects).toSorted());
  });
});

test('a table has a row for each setting, with its default', () => {
  const table = settingsTable('captures');
  expect(table).toMatch(/^\| Variable +\| Default +\| Meaning +\|\n\| -+ \| -+ \| -+ \|\n/);
  expect(table).toMatch(/\n\| `SVC_PAGES` +\| `4` +\| Number of pages/);
  expect(table).toMatch(/\n\| `SVC_BROWSER_PATH` +\| detected +\|/);
  expect(table.split('\n')).toHaveLength(
    2 + Object.values(settings).filter(({ subject }) => subject === 'captures').length,
  );
});

test('a subject that does not exist is not passed over', () => {
  expect(() => fillSettingsTables('<!-- settings: weather -->\n<!-- /settings -->', () => {})).toThrow(
    'weather',
  );
});

test.each(Object.entries<Setting>(settings))('%s says what is wanted and what it means', (_name, setting) => {
  expect(setting.type.description).toMatch(/\S/);
  expect(setting.meaning).toMatch(/^[A-Z].*\.$/);
});
