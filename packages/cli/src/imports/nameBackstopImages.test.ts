import { expect, test } from 'vitest';
import { nameBackstopImages } from './nameBackstopImages.js';

const phone = { width: 320, height: 480 };
const wide = { width: 1280, height: 720 };
const configuration = {
  id: 'my_app',
  viewports: [
    { label: 'phone', ...phone },
    { name: 'wide screen', viewport: wide },
  ],
  scenarios: [
    { label: 'Home / start', selectors: [] },
    { label: 'Forms', selectors: ['.field > input', 'footer'], viewports: [{ label: 'only', ...wide }] },
    { label: 'Cards', selectors: ['.card'], selectorExpansion: true, viewports: [{ label: 'p', ...phone }] },
  ],
};

test('files of BackstopJS 6.3.25 have the name of their scenario and the size of their viewport', () => {
  const files = [
    'my_app_Home___start_0_document_0_phone.png',
    'my_app_Home___start_0_document_1_wide_screen.png',
    'my_app_Forms_0_fieldinput_0_only.png',
    'my_app_Forms_1_footer_0_only.png',
    'my_app_Cards_0_card_0_p.png',
    'my_app_Cards_1_card__n1_0_p.png',
    'my_app_Gone_0_document_0_phone.png',
  ];
  expect(nameBackstopImages(configuration, files)).toEqual({
    named: [
      { name: 'Home / start', viewport: phone, file: files[0] },
      { name: 'Home / start', viewport: wide, file: files[1] },
      { name: 'Forms > .field > input', viewport: wide, file: files[2] },
      { name: 'Forms > footer', viewport: wide, file: files[3] },
      { name: 'Cards > .card', viewport: phone, file: files[4] },
      { name: 'Cards > .card > 2', viewport: phone, file: files[5] },
    ],
    unknown: [files[6]],
  });
});

test('without an id files begin with a number, and a template may leave parts out', () => {
  const { id, ...others } = configuration;
  const files = ['01938271_Home___start_0_document_0_phone.png'];
  expect(nameBackstopImages(others, files).named.map(({ name }) => name)).toEqual(['Home / start']);
  const short = { ...others, fileNameTemplate: '{scenarioLabel}_{viewportLabel}', outputFormat: 'jpeg' };
  expect(nameBackstopImages(short, ['Home___start_phone.jpeg', 'Home___start_phone.png'])).toEqual({
    named: [{ name: 'Home / start', viewport: phone, file: 'Home___start_phone.jpeg' }],
    unknown: ['Home___start_phone.png'],
  });
});

test('signs are left out of file names as BackstopJS does', () => {
  const odd = {
    id: 'My id 1.0',
    viewports: [{ label: 'é 2', ...phone }],
    scenarios: [{ label: 'Home & [x] $& (1)' }],
  };
  const file = 'Myid10_Home__x_scenarioLabel_1_0_document_0__2.png';
  expect(nameBackstopImages(odd, [file]).unknown).toEqual([]);
});

test.each([
  [{}, /has no scenarios/],
  [{ scenarios: [{}] }, /scenario 1 of BackstopJS has no label/],
  [{ scenarios: [{ label: 'a' }], viewports: [{ label: 'x' }] }, /viewport 1 .* has no width and height/],
])('a configuration that is not complete is refused', (wrong, message) => {
  expect(() => nameBackstopImages(wrong, [])).toThrow(message);
});
