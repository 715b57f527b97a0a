import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import decodeJpeg, { init as openJpeg } from '@jsquash/jpeg/decode.js';
import encodePng, { init as openPng } from '@jsquash/png/encode.js';
import decodeWebp, { init as openWebp } from '@jsquash/webp/decode.js';
import type { ForeignHeader } from './readForeignHeader.js';

export interface Transcoding {
  header: ForeignHeader;
  file: Uint8Array;
}

/** A PNG, or why there is none, in words that continue "JPEG: ". */
export type Transcoded = { png: Uint8Array } | { refusal: string };

/** As the DOM has it. */
interface Pixels {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** What Node has of it and is used here. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, never> };
};

const readWasm = (path: string) => readFileSync(new URL(import.meta.resolve(path)));

/** What the decoder writes on standard error: libjpeg continues after damage, and says so only there. */
const complaints: string[] = [];

/** Options of an Emscripten module, whose own way to its WebAssembly is `fetch`. */
const emscripten = (path: string) => ({
  instantiateWasm: (imports: object, done: (instance: never) => void) => {
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readWasm(path)), imports);
    done(instance as never);
    return instance.exports;
  },
  print: () => {},
  printErr: (line: string) => void complaints.push(line),
});

async function decode({ header: { format }, file }: Transcoding): Promise<Pixels> {
  // A copy, since the decoders take whole buffers.
  const { buffer } = file.slice();
  if (format === 'JPEG') {
    await openJpeg(emscripten('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
    return decodeJpeg(buffer, { preserveOrientation: true });
  }
  await openWebp(emscripten('@jsquash/webp/codec/dec/webp_dec.wasm'));
  return decodeWebp(buffer);
}

/** Whether the decoder made an image of the size that was promised, which EXIF may have turned on its side. */
function isPromised({ width, height }: Pixels, header: ForeignHeader): boolean {
  const sides = (one: { width: number; height: number }) => [one.width, one.height].toSorted((a, b) => a - b);
  return sides({ width, height }).join() === sides(header).join();
}

async function transcode(transcoding: Transcoding): Promise<Transcoded> {
  const pixels = await decode(transcoding).catch(() => null);
  const [complaint] = complaints;
  if (complaint !== undefined || !pixels || !isPromised(pixels, transcoding.header)) {
    return { refusal: `it is damaged${complaint === undefined ? '' : ` (${complaint})`}` };
  }
  await openPng(readWasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
  return { png: new Uint8Array(await encodePng(pixels as Parameters<typeof encodePng>[0])) };
}

const answer = await transcode(workerData as Transcoding);
parentPort?.postMessage(answer, 'png' in answer ? [answer.png.buffer as ArrayBuffer] : []);
