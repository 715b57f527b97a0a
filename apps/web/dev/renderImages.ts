import sharp from 'sharp';
import { type DrawingName, drawings } from './componentImages.js';

const rendered = new Map<string, Promise<Buffer>>();

/** The PNG of `<drawing>-<hue>-<version>`, or with `mask` for version: the opaque pixels are those that differ. */
export function renderImage(id: string): Promise<Buffer> | null {
  const match = /^([a-z]+)-(\d+)-(0|1|mask)$/.exec(id);
  const name = match?.[1];
  if (!match || !name || !isDrawing(name)) return null;
  const hue = Number(match[2]);
  const known = rendered.get(id);
  if (known !== undefined) return known;
  const image = match[3] === 'mask' ? mask(name, hue) : png(name, hue, Number(match[3]));
  rendered.set(id, image);
  return image;
}

const isDrawing = (name: string): name is DrawingName => name in drawings;

const png = (name: DrawingName, hue: number, version: number) =>
  sharp(Buffer.from(drawings[name](hue, version).svg))
    .png()
    .toBuffer();

async function mask(name: DrawingName, hue: number): Promise<Buffer> {
  const both = [drawings[name](hue, 0), drawings[name](hue, 1)] as const;
  const width = Math.max(both[0].width, both[1].width);
  const height = Math.max(both[0].height, both[1].height);
  const [before, after] = await Promise.all(
    both.map((drawing) =>
      sharp(Buffer.from(drawing.svg))
        .ensureAlpha()
        .extend({
          right: width - drawing.width,
          bottom: height - drawing.height,
          background: { r: 0, g: 0, b: 0, alpha: 0 },
        })
        .raw()
        .toBuffer(),
    ),
  );
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    if (before?.readUInt32BE(at) !== after?.readUInt32BE(at)) pixels.writeUInt32BE(0xff_00_80_ff, at);
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
