import { expect, test } from 'vitest';
import { parseNames } from './parseNames.js';

test.each<[string, string[] | null]>([
  ['a', ['a']],
  ['a, b/c ,d', ['a', 'b/c', 'd']],
  ['a,,b,', ['a', 'b']],
  [' , ', []],
  ['"a, b"', ['a, b']],
  ['"a, b" , c,"d"', ['a, b', 'c', 'd']],
  ['"say ""hi"", twice"', ['say "hi", twice']],
  ['5" wide,b', ['5" wide', 'b']],
  ['"a', null],
  ['a,"b', null],
  ['"a"b', null],
])('%j names %j', (text, names) => {
  expect(parseNames(text)).toEqual(names);
});
