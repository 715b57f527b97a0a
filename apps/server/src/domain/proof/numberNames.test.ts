import { describe, expect, it } from 'vitest';
import { numberNames } from './numberNames.js';

const isSame = (a: string, b: string) => numberNames(a) === numberNames(b);

const loads = 'const e=[];var a,n={b:a};t.O=(e,r)=>{if(e){n.push([e,...r])}else{a,r}return"a"+e.a}';

describe('numberNames', () => {
  it('makes texts equal that differ in the short names of their variables', () => {
    const renamed = 'const x=[];var l,c={b:l};w.O=(x,a)=>{if(x){c.push([x,...a])}else{l,a}return"a"+x.a}';
    expect(isSame(loads, renamed)).toBe(true);
    // Two that swap their names.
    expect(isSame('var b=1,c=2;f(b,c)', 'var c=1,b=2;f(c,b)')).toBe(true);
  });

  it.each([
    ['which variable is meant', 'f(a,b,a)', 'f(a,b,b)'],
    ['two variables where there was one', 'f(a,a)', 'f(a,b)'],
    ['one variable where there were two', 'f(a,b)', 'f(a,a)'],
    ['a property', 'a.b', 'a.c'],
    ['an optional property', 'a?.b', 'a?.c'],
    ['a key', 'a={b:1}', 'a={c:1}'],
    ['a short form of a key', 'a={b,c}', 'a={d,c}'],
    ['which variable a short form of a key is of', 'var a=1,b=2;f(a,{a})', 'var b=1,a=2;f(b,{a})'],
    ['a variable that is taken out of an object', 'const{b,c}=a', 'const{d,c}=a'],
    ['a method', 'a={b(){}}', 'a={c(){}}'],
    ['a string', 'f("a")', 'f("b")'],
    ['a text', 'f(`a`)', 'f(`b`)'],
    ['a long name', 'self.a', 'that.a'],
    ['a keyword', 'a in b', 'a of b'],
    ['a number', 'f(1,a)', 'f(2,a)'],
    ['code in a text', `f(\`\${a}\`)`, `f(\`\${b}\`)`],
    ['code with a class', 'class A{};f(a)', 'class A{};f(b)'],
  ])('leaves %s as it is', (_what, a, b) => {
    expect(isSame(a, a)).toBe(true);
    expect(isSame(a, b)).toBe(false);
  });
});
