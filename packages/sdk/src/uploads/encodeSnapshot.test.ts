import { expect, test } from 'vitest';
import { encodeSnapshot } from './encodeSnapshot.js';

const files = {
  'image/jpeg': [0xff, 0xd8, 0xff, 0xe0],
  'image/webp': [...Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
};

test.each(Object.entries(files))('a file is sent as %s by its first bytes', async (type, head) => {
  const { body } = encodeSnapshot(Uint8Array.from(head), { name: 'a' });
  expect(body).toMatchObject({ kind: 'bytes', type });
  const { body: form } = encodeSnapshot(Uint8Array.from(head), {
    name: 'a',
    metadata: { long: 'x'.repeat(5_000) },
  });
  if (form.kind !== 'form') throw new Error('long fields go into a form');
  expect((form.form.get('png') as Blob).type).toBe(type);
});

test.each(['', 'RIFF', 'RIFF\x10\0\0\0WAVEfmt ', 'text'])('anything else is sent as a PNG (%j)', (text) => {
  const { body } = encodeSnapshot(Buffer.from(text, 'latin1'), { name: 'a' });
  expect(body).toMatchObject({ type: 'image/png' });
});
