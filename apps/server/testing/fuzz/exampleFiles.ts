import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { image } from '../image.js';

/** Files to upload: images and archives, whole and broken. */
export async function exampleFiles(): Promise<Buffer[]> {
  const tar = pack();
  tar.entry({ name: 'index.html' }, '<!doctype html>');
  tar.entry({ name: 'meta.json' }, '{}');
  tar.finalize();
  const archive = await buffer(tar);
  const images = [0, 100, 200].map((red) => image(red));
  const [first = Buffer.alloc(0)] = images;
  return [
    ...images,
    first.subarray(0, first.length / 2),
    Buffer.concat([first, first]),
    gzipSync(archive),
    gzipSync(archive).subarray(0, 40),
    gzipSync(Buffer.alloc(100_000)),
    archive,
    Buffer.alloc(0),
    Buffer.from('not a file'),
    Buffer.alloc(100_000, 0xff),
  ];
}
