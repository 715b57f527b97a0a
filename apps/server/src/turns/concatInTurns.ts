import { createBreather } from './createBreather.js';

/** As `Buffer.concat`, in turns with other work. */
export async function concatInTurns(chunks: readonly Buffer[]): Promise<Buffer> {
  const breathe = createBreather();
  const whole = Buffer.allocUnsafe(chunks.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const chunk of chunks) {
    end += chunk.copy(whole, end);
    await breathe();
  }
  return whole;
}
