import sharp from 'sharp';
import { type DrawingName, drawings } from './componentImages.js';

const rendered = new Map<string, Promise<Buffer>>();

/** The PNG of `<drawing>-<hue>-<version>`. */
export function renderImage(id: string): Promise<Buffer> | null {
  const match = /^([a-z]+)-(\d+)-(0|1)$/.exec(id);
  const name = match?.[1];
  if (!match || !name || !isDrawing(name)) return null;
  const hue = Number(match[2]);
  const known = rendered.get(id);
  if (known !== undefined) return known;
  const image = png(name, hue, Number(match[3]));
  rendered.set(id, image);
  return image;
}

const isDrawing = (name: string): name is DrawingName => name in drawings;

const png = (name: DrawingName, hue: number, version: number) =>
  sharp(Buffer.from(drawings[name](hue, version).svg))
    .png()
    .toBuffer();
