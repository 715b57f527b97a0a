import { expect, test } from 'vitest';
import { storyUrl } from './storyUrl.js';

// The right-hand sides are what Storybook 10.6 itself writes into its address for these globals.
test.each([
  [{ theme: 'dark' }, 'theme:dark'],
  [{ theme: 'dark', locale: 'en-US' }, 'theme:dark;locale:en-US'],
  [{ a: 'two words', b: true, c: null, d: 1.5 }, 'a:two+words;b:!true;c:!null;d:1.5'],
  [{ backgrounds: { value: '#333' } }, 'backgrounds.value:!hex(333)'],
  [{ list: ['a', 'b'] }, 'list[0]:a;list[1]:b'],
  [{ c: 'rgba(1, 2, 3, 0.5)' }, 'c:!rgba(1,2,3,0.5)'],
  [{ l: [{ x: 1 }] }, 'l[0].x:1'],
])('Storybook reads %j', (globals, encoded) => {
  const url = 'http://site/iframe.html?id=a--b&viewMode=story';
  expect(storyUrl('stories-a', url, globals)).toBe(`${url}&globals=${encoded}`);
});

test('what would end a value or the address is escaped', () => {
  const url = storyUrl('stories-a', 'http://site/iframe.html', { name: 'a;b:c&d#e' });
  expect(url).toBe('http://site/iframe.html?globals=name:a%3Bb%3Ac%26d%23e');
});

test('Ladle has a parameter of its own for each', () => {
  const url = storyUrl('stories-b', 'http://site/?story=a--b#top', { theme: 'dark', rtl: true, a: { b: 1 } });
  expect(url).toBe('http://site/?story=a--b&theme=dark&rtl=true&a=%7B%22b%22%3A1%7D#top');
});

test('without globals the address stays as it is', () => {
  expect(storyUrl('stories-a', 'http://site/iframe.html?id=a', {})).toBe('http://site/iframe.html?id=a');
});
