import { expect, test, vi } from 'vitest';
import { emulate } from './emulate.js';

test('Playwright shows the page with other media', async () => {
  const emulateMedia = vi.fn(async () => {});
  await emulate({ page: { emulateMedia } }, { colorScheme: 'dark' });
  expect(emulateMedia.mock.calls).toEqual([[{ colorScheme: 'dark' }]]);
});

test('WebdriverIO asks Chromium for it', async () => {
  const sent: unknown[][] = [];
  const sendCommandAndGetResult = async (...args: unknown[]) => sent.push(args);
  await emulate({ browser: { sendCommandAndGetResult } }, { colorScheme: 'dark', media: 'print' });
  expect(sent).toMatchObject([['Emulation.setEmulatedMedia', { media: 'print' }]]);
  const refused = { sendCommandAndGetResult: () => Promise.reject(new Error('unknown command')) };
  await expect(emulate({ browser: refused }, {})).rejects.toThrow('modes need Chrome or Edge');
});

test('another provider is told what is needed', async () => {
  await expect(emulate({}, {})).rejects.toThrow('modes need the Playwright or the WebdriverIO provider');
});
