import type { RowSource } from '../bands/RowSource.js';
import type { Engine } from '../engine.js';
import { copyShared } from './copyShared.js';
import { endings, endSharing, fields, type SharedRows, slots, waitForMore } from './SharedRows.js';

/**
 * The rows of a file that another thread decodes. Where that fails, or rows are wanted again, this thread decodes them itself.
 *
 * @param alone the rows as this thread decodes them, of which it has read none
 */
export function decodedByOther(engine: Engine, alone: RowSource, shared: SharedRows): RowSource {
  const { width, height } = alone;
  const control = new Int32Array(shared.control);
  const ring = new Uint8Array(shared.ring);
  const { band } = shared;
  const pitch = width * 4;
  let own: RowSource | null = null;
  let next = 0;

  /** Goes on with a row alone; an address has room for some rows that are passed over. */
  const goOnAlone = (start: number, rows: number): RowSource => {
    endSharing(shared, 'abandoned');
    for (let row = alone.seek(next); row < next; ) {
      const some = Math.min(rows, next - row);
      alone.read(start, some);
      row += some;
    }
    return alone;
  };

  return {
    width,
    height,
    read(start, rows) {
      let done = 0;
      while (done < rows && !own) {
        const number = Math.floor(next / band);
        if (waitForMore(control, fields.written, number) <= number) {
          own = goOnAlone(start + done * pitch, rows - done);
          break;
        }
        const some = Math.min(rows - done, (number + 1) * band - next);
        const from = ((number % slots) * band + (next % band)) * pitch;
        copyShared(ring.subarray(from, from + some * pitch), engine.view(start + done * pitch, some * pitch));
        next += some;
        done += some;
        if (next % band === 0) {
          Atomics.add(control, fields.read, 1);
          Atomics.notify(control, fields.read);
        }
      }
      if (done < rows) own?.read(start + done * pitch, rows - done);
    },
    end() {
      waitForMore(control, fields.written, Number.MAX_SAFE_INTEGER);
      if (own || Atomics.load(control, fields.ending) === endings.whole) return own?.end();
      const { taken } = engine;
      goOnAlone(engine.take(pitch), 1).end();
      engine.release(taken);
    },
    seek(row) {
      own ??= alone;
      return own.seek(row);
    },
  };
}
