import { expect, test } from 'vitest';
import { buildRecord, type Element } from '../../testing/buildRecord.js';
import { diffLayouts } from '../diffLayouts.js';

const textsOf = (before: Element['style'] = {}, after: Element['style'] = {}) => {
  const [one, other] = [before, after].map((style) =>
    buildRecord({
      root: {
        tag: 'html',
        box: [0, 0, 800, 600],
        children: [{ tag: 'div', id: 'box', box: [0, 0, 100, 100], style }],
      },
    }),
  );
  if (!one || !other) throw new Error('there are two');
  return diffLayouts(one, other).causes.map(({ text }) => text);
};

test('a value that begins to have an effect is not a cause: what gave it one is', () => {
  expect(
    textsOf(
      { display: 'block', 'flex-direction': '', 'align-items': '' },
      { display: 'flex', 'flex-direction': 'column', 'align-items': 'center' },
    ),
  ).toEqual(['`display` block → flex on `div#box`']);
  expect(
    textsOf(
      { 'background-image': 'linear-gradient(red, blue)', 'background-size': 'cover' },
      { 'background-image': 'none', 'background-size': '' },
    ),
  ).toEqual([expect.stringContaining('`background-image`')]);
});
