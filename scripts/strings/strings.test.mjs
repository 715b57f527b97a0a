import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/runProgram.mjs';
import { readStrings } from './readStrings.mjs';
import { catalogue, writeCatalogue } from './writeCatalogue.mjs';

test('the catalogue has the texts of the pages as they are: run `npm run strings` after a change', () => {
  expect(readFileSync(path.join(root, catalogue), 'utf8')).toBe(writeCatalogue());
});

const inComponent = (jsx) => readStrings(`export const One = ({ count, name }: Props) => ${jsx};`);

test('a sentence of JSX is one text, with what is in it', () => {
  expect(
    inComponent(`<p className="mt-2 flex">
      Ask an owner of <b>{name}</b>, or{' '}
      <Link to="/account">sign in</Link> again.
    </p>`),
  ).toEqual(['Ask an owner of {…}, or sign in again.']);
});

test('a choice shows what can be chosen', () => {
  expect(inComponent(`<p>{count} {count === 1 ? 'snapshot waits' : 'snapshots wait'}</p>`)).toEqual([
    '{…} {snapshot waits|snapshots wait}',
  ]);
  expect(inComponent(`<p>{name && \`by \${name}\`} since {count > 1 ? count : "today"}</p>`)).toEqual([
    '{by {…}|} since {{…}|today}',
  ]);
});

test('elements that stand beside each other have texts of their own', () => {
  expect(inComponent('<ul><li>One region</li><li><Field label="Name" hint={name} /></li></ul>')).toEqual([
    'One region',
    'Name',
  ]);
});

test('literals outside of JSX are texts where they read as prose', () => {
  expect(
    readStrings(`
      import { one } from './A sentence.js';
      const classes = 'flex min-w-0 items-center hover:bg-raised';
      const words = { pending: 'Not saved yet', state: 'Approved', look: 'primary', path: '/api/v1/diffs' };
      if (status === 'Not Found') throw new Error('this cannot happen');
      type Word = 'Some words';
      const say = (n: number) => n === 1 ? 'one snapshot' : \`\${n} snapshots of \${names.join(', ')}\`;
    `),
  ).toEqual(['Not saved yet', 'Approved', 'one snapshot', '{…} snapshots of {…}']);
});
