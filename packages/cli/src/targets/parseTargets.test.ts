import { captureTarget } from '@svc/schema';
import { expect, test } from 'vitest';
import { decodeText } from '../decodeText.js';
import { parseTargets } from './parseTargets.js';
import { readTargets } from './readTargets.js';

const home = { name: 'Home', url: 'https://example.com/' };
const full = {
  ...home,
  viewport: { width: 1280, height: 720 },
  selector: 'main',
  framework: 'stories-a',
  delay: 100,
  cropToViewport: true,
  ignoreSelectors: ['.clock'],
  ignore: ['.map', { x: 0, y: 0, width: 200, height: 40 }],
  path: ['Pages', 'Home'],
  metadata: { any: ['thing'] },
  diffThreshold: 0.5,
  diffIncludeAntiAliasing: true,
  pauseAnimationAtEnd: true,
  forcedColors: 'active',
  prefersReducedMotion: 'reduce',
  media: 'print',
  problem: 'its viewport cannot be read',
};

test('takes every field of a target, and the same name at another size', () => {
  const targets = parseTargets(JSON.stringify([home, full]), 't.json');
  expect(targets).toEqual([home, full]);
  expect(Object.keys(full).sort()).toEqual(captureTarget.keyof().options.sort());
});

test.each([
  ['', /^t\.json is not valid JSON: Unexpected end of JSON input$/],
  ['[x]', /^t\.json is not valid JSON: Unexpected token 'x' in "\[x\]"$/],
  ['[1', /^t\.json is not valid JSON: Expected .* after array element at position 2/],
  ['{}', /^t\.json must hold a JSON array/],
  ['[]', /^t\.json holds no targets$/],
  ['[1]', /^t\.json, entry 1: must be an object/],
  [JSON.stringify([home, { name: 'Second' }]), /^t\.json, entry 2 \("Second"\): url is missing$/],
  [JSON.stringify([{ url: home.url }]), /^t\.json, entry 1: name is missing$/],
  [JSON.stringify([home, { ...home }]), /^t\.json: entries 1 and 2 are both named "Home"/],
  [
    JSON.stringify([{ ...home, color: 1 }]),
    /entry 1 \("Home"\): color is not a field.*name, url, selector.* media$/,
  ],
])('refuses %s', (json, message) => {
  expect(() => parseTargets(json, 't.json')).toThrow(message);
});

test.each(Object.keys(full))('a wrong %s is refused by entry and field', (field) => {
  const wrong = JSON.stringify([home, { ...full, [field]: -1 }]);
  expect(() => parseTargets(wrong, 't.json')).toThrow(
    new RegExp(`^t\\.json, entry 2( \\("Home"\\))?: ${field} must`),
  );
});

test.each(['file:///etc/passwd', 'nowhere', '/path'])('the address %s is refused', (url) => {
  expect(() => parseTargets(JSON.stringify([{ name: 'x', url }]), 't.json')).toThrow(
    /url must be an http or https/,
  );
});

test('an address in place of a targets file is answered with the file that is meant', async () => {
  await expect(readTargets('/http:/localhost:5173', 'http://localhost:5173/')).rejects.toThrow(
    'write [{"name": "Home", "url": "http://localhost:5173/"}] to a JSON file',
  );
});

test.each([
  ['UTF-8', Buffer.from('[1]')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeff[1]')],
  ['UTF-16, as PowerShell writes', Buffer.from('\ufeff[1]', 'utf16le')],
  ['big-endian UTF-16', Buffer.from('\ufeff[1]', 'utf16le').swap16()],
])('reads %s', (_encoding, bytes) => {
  expect(decodeText(bytes)).toBe('[1]');
});
