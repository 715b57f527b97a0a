import { beforeEach, expect, test } from 'vitest';
import { takeHeld } from './takeHeld.js';

/** The header of a PNG of 800 by 600, and something to tell it by. */
const png = (text: string): Buffer => {
  const header = Buffer.alloc(24);
  header.writeUInt32BE(800, 16);
  header.writeUInt32BE(600, 20);
  return Buffer.concat([header, Buffer.from(text)]);
};

let calls: string[];
let pictures: Buffer[];
let record: () => Promise<unknown>;
beforeEach(() => {
  calls = [];
  pictures = [png('a')];
  record = async () => '{"version":1}';
});

const driver = {
  async evaluate(expression: string): Promise<unknown> {
    if (expression.includes('"version"')) {
      calls.push('layout');
      return record();
    }
    const isRelease = expression.includes('svcRelease') && !expression.includes('badSelector');
    calls.push(
      expression.includes('.remove()')
        ? 'unmask'
        : expression.includes('["h1"]')
          ? 'mask'
          : isRelease
            ? 'release'
            : 'hold',
    );
    return { ok: true };
  },
  async screenshot() {
    calls.push('shoot');
    const [picture = png('')] = pictures.length > 1 ? pictures.splice(0, 1) : pictures;
    return picture;
  },
};

test('the layout is read while the page is held, without what covers it', async () => {
  const taken = await takeHeld(driver, { mask: ['h1'] });
  expect(calls).toEqual(['hold', 'mask', 'shoot', 'shoot', 'unmask', 'layout', 'release']);
  expect(taken).toEqual({ png: png('a'), layout: '{"version":1}' });
});

test('a picture that its snapshot is compared with is taken once, without a layout', async () => {
  const taken = await takeHeld(driver, { isBase: (one) => one.equals(png('a')) });
  expect(calls).toEqual(['hold', 'shoot', 'release']);
  expect(taken).toEqual({ png: png('a'), layout: null });
});

test('one that becomes the base later is taken until two are alike, without a layout', async () => {
  pictures = [png('late'), png('a')];
  const taken = await takeHeld(driver, { isBase: (one) => one.equals(png('a')) });
  expect(calls).toEqual(['hold', 'shoot', 'shoot', 'shoot', 'release']);
  expect(taken).toEqual({ png: png('a'), layout: null });
});

test('layout: false reads none', async () => {
  expect((await takeHeld(driver, { layout: false })).layout).toBeNull();
  expect(calls).not.toContain('layout');
});

test.each([
  ['a page that throws', () => Promise.reject(new Error('replaced its own functions'))],
  ['a document in a frame', async () => null],
  ['an answer that is not text', async () => ({ version: 1 })],
  ['a page that never answers', () => new Promise(() => {})],
])('%s costs the layout alone', async (_, answer) => {
  record = answer;
  expect(await takeHeld(driver, {})).toEqual({ png: png('a'), layout: null });
  expect(calls.at(-1)).toBe('release');
});

test('a picture without a size costs the layout alone', async () => {
  pictures = [Buffer.from('short')];
  expect(await takeHeld(driver, {})).toEqual({ png: Buffer.from('short'), layout: null });
});
