import { expect, it } from 'vitest';
import { orderDocgen } from './orderDocgen.js';

const of = (literal: string) => orderDocgen(`a();B.__docgenInfo=${literal};c()`);

it('puts properties and types in one order, at every depth', () => {
  const literal = '{props:{a:{type:["x","y"]},b:{type:`z`}},methods:[]}';
  expect(of('{methods:[],props:{b:{type:`z`},a:{type:["y","x"]}}}')).toBe(of(literal));
});

it.each([
  ['two values that change places', '{a:{type:"x"},b:{type:"y"}}', '{a:{type:"y"},b:{type:"x"}}'],
  ['a property that moves into another', '{a:{b:1},c:{}}', '{a:{},c:{b:1}}'],
  ['an object and an array', '{a:{}}', '{a:[]}'],
  ['another value', '{a:"(b)"}', '{a:"(c)"}'],
])('tells %s apart', (_what, one, other) => {
  expect(of(one)).not.toBe(of(other));
});

it.each(['{a:f("b"),c:1}', `{c:\`\${b}\`,a:1}`, '{a:/b/,c:1}', '{a:[1}', '{a:', '', '[1,2'])(
  'leaves %s as it is',
  (literal) => {
    expect(of(literal)).toBe(`a();B.__docgenInfo=${literal};c()`);
  },
);
