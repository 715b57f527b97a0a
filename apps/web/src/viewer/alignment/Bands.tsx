import type { LeveledSide, RowChange } from './levelRows.js';

const words = { inserted: 'inserted', removed: 'removed', moved: 'moved' } as const;

/** What the rows did that only one image has here: "20 rows inserted". */
const bandWords = ({ height, kind }: RowChange) =>
  `${height} ${height === 1 ? 'row' : 'rows'} ${words[kind]}`;

/** The gaps of one image, and the tint of the rows that only it has. */
export function Bands({ side, isTinted }: { side: LeveledSide; isTinted: boolean }) {
  return (
    <>
      {side.gaps.map(({ at, height, change }) => (
        <span key={`gap ${at}`} data-testid="gap" className="gap" style={{ top: at, height }}>
          <span className="band-words">{bandWords(change)}</span>
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
