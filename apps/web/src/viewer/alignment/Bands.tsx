import type { CSSProperties } from 'react';
import { rowsWords } from '../../words/rowsWords.js';
import type { LeveledSide } from './levelRows.js';

/** The gaps of one image, and the tint of the rows that only it has. */
export function Bands({ side, isTinted }: { side: LeveledSide; isTinted: boolean }) {
  return (
    <>
      {side.gaps.map(({ at, height, change }) => (
        <span
          key={`gap ${at}`}
          data-testid="gap"
          className="gap"
          style={{ top: at, height, '--rows': height } as CSSProperties}
        >
          <span className="band-words">
            {rowsWords(change.height)} {change.kind}
          </span>
        </span>
      ))}
      {isTinted &&
        side.stretches.map(
          ({ at, height, kind }) =>
            kind && (
              <span
                key={`band ${at}`}
                data-testid="band"
                data-kind={kind}
                aria-hidden="true"
                className="band"
                style={{ top: at, height }}
              />
            ),
        )}
    </>
  );
}
