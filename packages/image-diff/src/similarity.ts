import type { Engine } from './engine.js';

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
  run.beginSimilarity(engine.take(run.similarityBytes(width)), width);
  return {
    /** Adds rows of images that are aligned at their top left corners, from one to before another. */
    add(imageA: Image, imageB: Image, { from, to }: { from: number; to: number }): void {
      const [pitchA, pitchB] = [imageA.width * 4, imageB.width * 4];
      run.addSimilarity(imageA.pixels, pitchA, imageB.pixels, pitchB, width, height, from, to);
    },
    /** The mean over the canvas of both, where what only one of them covers counts 0. */
    end: (): number => run.endSimilarity() / (Math.max(a.width, b.width) * Math.max(a.height, b.height)),
  };
}
