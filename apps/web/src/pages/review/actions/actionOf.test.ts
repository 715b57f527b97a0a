import { expect, it } from 'vitest';
import { actionOf } from './actionOf.js';
import { actions } from './actions.js';

const press = (key: string, code: string, held: object = {}) =>
  actionOf({ key, code, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

it.each([
  ['Russian', 'ф', 'Ф'],
  ['Greek', 'α', 'Α'],
  ['Hebrew', 'ש', 'ש'],
  ['Arabic', 'ش', 'ش'],
])(
  'a letter key works on a %s keyboard by the letter that is printed beside its own',
  (_, letter, shifted) => {
    expect(press(letter, 'KeyA')).toBe(actions.approve);
    expect(press(shifted, 'KeyA', { shiftKey: true })).toBe(actions.approveMany);
    expect(press(letter, 'KeyA', { ctrlKey: true })).toBeUndefined();
  },
);

it('a Latin letter is taken for itself, wherever its key is', () => {
  expect(press('a', 'KeyQ')).toBe(actions.approve);
  expect(press('A', 'KeyA')).toBe(actions.approve);
  expect(press('ü', 'KeyR')).toBeUndefined();
});
