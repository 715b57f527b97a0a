import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMentions } from './findMentions.js';

const members = [
  { id: 'usr_1', name: 'Ada' },
  { id: 'usr_2', name: 'Ada Lovelace' },
  { id: 'usr_3', name: 'Grace Hopper' },
  { id: 'usr_4', name: 'grace hopper' },
  { id: 'usr_5', name: 'Zoë' },
];
const idsIn = (text: string) => findMentions(text, members).map(({ id }) => id);

describe('a comment mentions', () => {
  test.each([
    ['@Ada look', ['usr_1']],
    ['@Ada Lovelace look', ['usr_2']],
    ['see @ada lovelace, @ADA', ['usr_2', 'usr_1']],
    ['(@Zoë)', ['usr_5']],
    ['@Grace Hopper', ['usr_3', 'usr_4']],
    ['@Ada\n@Zoë', ['usr_1', 'usr_5']],
  ])('%j', (text, ids) => {
    expect(idsIn(text)).toEqual(ids);
  });

  test.each(['ada@Ada.example', '@Adam', '@Ada_x', '@ Ada', 'Ada', '@', '', '@Grace', '@Zoëx'])(
    'nobody: %j',
    (text) => {
      expect(idsIn(text)).toEqual([]);
    },
  );
});

test('no text makes it fail or mention a stranger', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const member of findMentions(`@${text} @Ada`, members)) expect(members).toContain(member);
    }),
  );
});
