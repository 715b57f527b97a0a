import type { Engine } from './engine.js';

/** Rows of a block. */
export const side = 8;

interface Size {
  width: number;
  height: number;
}

interface Image extends Size {
  /** Address of its pixels. */
  pixels: number;
}

/** Measures how similar two images are, some rows at a time. */
export function beginSimilarity(engine: Engine, a: Size, b: Size) {
  const { run } = engine;
  const width = Math.min(a.width, b.width);
  const height = Math.min(a.height, b.height);
  run.beginSimilarity();
  let measured = 0;
  return {
    /** The first row that was not measured: that of a block. */
    get measured(): number {
      return measured;
    },
    /** Measures rows of images that are aligned at their top left corners up to one, as far as they fill blocks. */
    addUpTo(row: number, imageA: Image, imageB: Image): void {
      const end = row === height ? height : row - (row % side);
      const [pitchA, pitchB] = [imageA.width * 4, imageB.width * 4];
      run.addSimilarity(imageA.pixels, pitchA, imageB.pixels, pitchB, width, height, measured, end);
      measured = end;
    },
    /** The mean over the canvas of both, where what only one of them covers counts 0. */
    end: (): number => run.endSimilarity() / (Math.max(a.width, b.width) * Math.max(a.height, b.height)),
  };
}
