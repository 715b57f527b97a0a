import { describe, expect, it } from 'vitest';
import { namedViewports, readViewport } from './viewports.js';

const book = namedViewports({
  viewports: { phone: { name: 'Phone', styles: { width: '390px', height: '844px' }, type: 'mobile' } },
  options: {
    kindle: { styles: { width: '600px', height: '100%' } },
    mobile1: { styles: { width: 300, height: 500 } },
    fluid: { styles: { width: '50%', height: '10em' } },
    computed: { styles: null },
  },
});

describe('readViewport', () => {
  it.each([
    [320, [320, 720]],
    ['320', [320, 720]],
    ['320px', [320, 720]],
    [{ width: 800 }, [800, 720]],
    [{ height: '600px' }, [1280, 600]],
    [{ width: '800px', height: 600 }, [800, 600]],
    [{ width: 800, height: '100%' }, [800, 720]],
    ['phone', [390, 844]],
    ['kindle', [600, 720]],
    ['mobile1', [300, 500]],
    ['mobile2', [414, 896]],
    ['ipad', [768, 1024]],
    ['responsive', [1280, 720]],
    ['100pct-100pct', [1280, 720]],
    ['300px-400px', [300, 400]],
    [{ value: 'phone' }, [390, 844]],
    [{ value: 'phone', isRotated: true }, [844, 390]],
    [{ value: undefined, isRotated: false }, [1280, 720]],
  ])('reads %j as %j', (value, [width, height]) => {
    expect(readViewport(value, book)).toEqual({ width, height });
  });

  it.each([
    0,
    -1,
    10_001,
    1.5,
    Number.NaN,
    'fluid',
    'computed',
    'constructor',
    '50%',
    '20em',
    '',
    '300px-',
    '1-2-3',
    null,
    true,
    [],
    {},
    { width: '50%' },
    { value: 'huge' },
  ])('does not read %j', (value) => {
    expect(readViewport(value, book)).toBeNull();
  });

  it('knows what Storybook ships where a book names none', () => {
    for (const nothing of [undefined, null, [], 'x', { options: 'x' }])
      expect(readViewport('tablet', namedViewports(nothing))).toEqual({ width: 834, height: 1112 });
  });
});
