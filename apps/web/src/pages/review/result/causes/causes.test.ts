import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causeParts } from './causeParts.js';
import { unexplainedWords } from './unexplainedWords.js';

const shortForm = (sentence: string) => causeParts(sentence).map(({ kind, text }) => [kind, text]);

describe('a sentence about a cause', () => {
  it('has code in backticks and colors in hexadecimal', () => {
    expect(shortForm('`--color-primary` #0066ff → #0055dd80, in 12 elements')).toEqual([
      ['code', '--color-primary'],
      ['words', ' '],
      ['color', '#0066ff'],
      ['words', ' → '],
      ['color', '#0055dd80'],
      ['words', ', in 12 elements'],
    ]);
  });

  it('has no color in a longer word, in code or in an id', () => {
    for (const sentence of ['#0066ff12x moved', '#12345', '`#0066ff`', '#section1']) {
      expect(shortForm(sentence).map(([kind]) => kind)).not.toContain('color');
    }
  });

  it('is whole, whatever it says', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('`', '#0066ff', '``', ' → ', '`a`'));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const sentence = pieces.join('');
        const parts = causeParts(sentence);
        const again = parts.map(({ kind, text }) => (kind === 'code' ? `\`${text}\`` : text)).join('');
        expect(again).toBe(sentence);
        expect(new Set(parts.map(({ at }) => at)).size).toBe(parts.length);
      }),
    );
  });
});

describe('what no cause explains', () => {
  const regions = (...kinds: ('image' | 'canvas' | 'rendering')[]) => ({
    unexplained: kinds.map((kind, region) => ({ region, kind })),
  });

  it('is nothing, some regions or all of them', () => {
    expect(unexplainedWords(regions(), 3)).toBe('');
    expect(unexplainedWords(regions('canvas'), 3)).toBe('1 of 3 regions is not explained: a canvas');
    expect(unexplainedWords(regions('canvas', 'image', 'canvas'), 5)).toBe(
      '3 of 5 regions are not explained: a canvas, the content of an image',
    );
    expect(unexplainedWords(regions('rendering'), 1)).toBe('Rendering alone: layout and styles are the same');
  });
});
