import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureTarget } from '../capture.js';
import { storyParameters } from '../site.js';
import { pickParameters } from './pickParameters.js';
import { storyTargets } from './storyTargets.js';

describe('pickParameters', () => {
  it('takes the known fields of svc', () => {
    const svc = { delay: 100, viewports: [375], modes: { dark: { theme: 'dark' } } };
    expect(pickParameters({ svc })).toEqual({
      delay: 100,
      viewports: [375],
      modes: { dark: { theme: 'dark' } },
    });
  });

  it.each([
    [
      { svc: { delay: 'soon', selector: '.card' } },
      { selector: '.card' },
      'parameters.svc.delay: "soon" is not a number of milliseconds from 0 to 60000',
    ],
    [{ svc: 'yes' }, {}, 'parameters.svc: "yes" is not an object; the fields are delay, modes, viewports, '],
    [
      { svc: { delay: 5, viewport: 375 } },
      { delay: 5 },
      'parameters.svc.viewport is not a field; the fields',
    ],
    [{ svc: { problem: 'x' } }, {}, 'parameters.svc.problem is not a field'],
    [{ svc: { delay: 60_001 } }, {}, 'parameters.svc.delay: 60001 is not a number'],
    [
      { svc: { viewports: [375, 'wide'] } },
      {},
      'parameters.svc.viewports: [375,"wide"] is not a list of widths',
    ],
    [
      { svc: { ignoreSelectors: 'a' } },
      {},
      'parameters.svc.ignoreSelectors: "a" is not a list of CSS selectors',
    ],
    [
      { svc: { ignore: ['.a', { x: 0, y: 0 }] } },
      {},
      'parameters.svc.ignore: [".a",{"x":0,"y":0}] is not a list of CSS selectors and of boxes {x, y, width, height}',
    ],
    [
      { chromatic: { disableSnapshot: 1 } },
      {},
      'parameters.chromatic.disableSnapshot: 1 is not true or false',
    ],
    [
      { chromatic: { diffThreshold: 2 } },
      {},
      'parameters.chromatic.diffThreshold: 2 is not a number from 0 to 1',
    ],
    [{ svc: { media: 'x'.repeat(33) } }, {}, `"${'x'.repeat(33)}" is not "screen" or "print"`],
    [{ percy: { widths: 'all' } }, {}, 'parameters.percy.widths: "all" is not a list of widths'],
    [
      { chromatic: { modes: { odd: { viewport: 'huge' } } } },
      { modes: { odd: { viewport: 'huge' } } },
      'mode "odd": "huge" is not a viewport',
    ],
    [
      { chromatic: { modes: { odd: 'mobile' } } },
      {},
      'parameters.chromatic.modes: {"odd":"mobile"} is not an object',
    ],
    [
      { svc: { modes: { odd: { diffThreshold: 5 }, dark: { theme: 'dark' } } } },
      { modes: { odd: {}, dark: { theme: 'dark' } } },
      'mode "odd": 5 is not a number from 0 to 1',
    ],
    [
      { chromatic: { modes: { 'two\nlines': { theme: 'dark' } } } },
      { modes: {} },
      'mode "two\\nlines": a name of a mode has at most 200 characters, and no control characters',
    ],
    [
      { chromatic: { modes: { [`${'long'.repeat(60)}`]: {} } } },
      { modes: {} },
      'a name of a mode has at most 200 characters',
    ],
    [
      { chromatic: { modes: { '\u00e9': { theme: 'dark' }, 'e\u0301': { theme: 'light' } } } },
      { modes: { '\u00e9': { theme: 'dark' } } },
      'another mode has this name',
    ],
    [
      { argos: { modes: { odd: { user: 'x'.repeat(4_001) } } } },
      { modes: {} },
      'mode "odd": its values are longer than 4000 characters in an address',
    ],
    [
      { globals: { viewport: { value: 'huge' } } },
      {},
      'globals.viewport: {"value":"huge"} is not a viewport',
    ],
  ])('of %j keeps what can be read and says what cannot', (parameters, picked, problem) => {
    expect(pickParameters(parameters)).toEqual({ ...picked, problem: expect.stringContaining(problem) });
  });

  it('keeps a problem as short as targets may have it', () => {
    const options = { ['v'.repeat(2_000)]: { styles: { width: '1px', height: '1px' } } };
    const { problem = '' } =
      pickParameters({ svc: { modes: { odd: { viewport: 'huge' } } }, viewport: { options } }) ?? {};
    expect(captureTarget.shape.problem.safeParse(problem).success).toBe(true);
    expect(problem).toContain('"huge" is not a viewport');
  });

  it('keeps a problem that can be stored', () => {
    const { problem = '' } = pickParameters({ svc: { 'odd \0 \ud83d': 1 } }) ?? {};
    expect(problem).toContain('parameters.svc.odd \uFFFD \uFFFD is not a field');
  });

  it('takes numbers that are given as text, and leaves out what is set to nothing', () => {
    const chromatic = {
      delay: '300',
      diffThreshold: '0.2',
      viewports: ['320px', '640', 1200],
      disable: null,
    };
    expect(pickParameters({ chromatic })).toEqual({
      delay: 300,
      diffThreshold: 0.2,
      viewports: [320, 640, 1200],
    });
  });

  it('takes a threshold of a mode that is given as text', () => {
    const modes = { light: { diffThreshold: '0.2', diffIncludeAntiAliasing: true } };
    expect(pickParameters({ chromatic: { modes } })).toEqual({
      modes: { light: { diffThreshold: 0.2, diffIncludeAntiAliasing: true } },
    });
  });

  it.each([{ value: null }, { value: '' }, { isRotated: false }])(
    'reads the viewport %j as none, as Storybook does',
    (viewport) => {
      expect(pickParameters({ globals: { viewport } })).toEqual({ viewport: { width: 1280, height: 720 } });
    },
  );

  it('makes targets that the service accepts of any modes', () => {
    const values = fc.oneof(fc.double(), fc.string({ unit: 'binary' }), fc.anything({ maxDepth: 2 }));
    const fields = fc.oneof(fc.constantFrom('diffThreshold', 'viewport'), fc.string({ unit: 'binary' }));
    const modes = fc.dictionary(fc.string({ unit: 'binary', maxLength: 300 }), fc.dictionary(fields, values));
    fc.assert(
      fc.property(modes, (given) => {
        const parameters = pickParameters({ chromatic: { modes: given } });
        const story = { title: 'A', name: 'B', url: 'http://site/iframe.html?id=a', parameters };
        for (const tool of ['stories-a', 'stories-b'] as const)
          for (const target of storyTargets(story, tool))
            expect(captureTarget.safeParse(target).error).toBeUndefined();
      }),
    );
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
    const names = ['svc', 'chromatic', 'percy', 'argos', 'happo', 'lostpixel', 'viewport', 'globals'];
    const fields = ['modes', 'viewports', 'delay', 'mask', 'viewport', 'options', 'value', 'width', 'styles'];
    const some = fc.anything({ key: fc.constantFrom(...fields), maxDepth: 4 });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), some), (parameters) => {
        const picked = pickParameters(parameters);
        expect(picked === undefined || storyParameters.safeParse(picked).success).toBe(true);
      }),
    );
  });
});
