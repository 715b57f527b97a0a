import { storyParameters } from '@svc/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickParameters } from './pickParameters.js';

describe('pickParameters', () => {
  it('takes the known fields of svc', () => {
    const svc = { delay: 100, viewports: [375], modes: { dark: { theme: 'dark' } }, unknown: 1 };
    expect(pickParameters({ svc })).toEqual({
      delay: 100,
      viewports: [375],
      modes: { dark: { theme: 'dark' } },
    });
  });

  it('drops values of the wrong type and keeps the others', () => {
    const svc = {
      delay: '100',
      viewports: [375, 'wide'],
      disable: 1,
      selector: '.card',
      ignoreSelectors: 'a',
    };
    expect(pickParameters({ svc })).toEqual({ selector: '.card' });
  });

  it('reads chromatic only where svc is absent', () => {
    const chromatic = { disableSnapshot: true, delay: 300, pauseAnimationAtEnd: false };
    expect(pickParameters({ chromatic })).toEqual({ disable: true, delay: 300, pauseAnimationAtEnd: false });
    expect(pickParameters({ svc: { delay: 1 }, chromatic })).toEqual({ delay: 1 });
    expect(pickParameters({ svc: {}, chromatic })).toBeUndefined();
  });

  it('leaves out disabled modes of chromatic', () => {
    const chromatic = { modes: { dark: { theme: 'dark' }, old: { disable: true } } };
    expect(pickParameters({ chromatic })).toEqual({ modes: { dark: { theme: 'dark' } } });
  });

  it('answers for any input with valid parameters or nothing', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (svc, chromatic) => {
        const picked = pickParameters({ svc, chromatic });
        expect(picked === undefined || storyParameters.safeParse(picked).success).toBe(true);
      }),
    );
  });
});
