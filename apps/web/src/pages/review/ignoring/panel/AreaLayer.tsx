import { type LeveledSide, stageBox } from '../../../../viewer/alignment/levelRows.js';
import '../../placing/places.css';
import { PlaceTaker } from '../../placing/PlaceTaker.js';
import { placeStyle } from '../../placing/placeStyle.js';
import type { Ignoring } from '../useIgnoring.js';

interface Props {
  /** Where the rows of the image are drawn; undefined where it is drawn in one piece. */
  side: LeveledSide | undefined;
  ignoring: Ignoring;
}

/** The new area over an image, and where it is drawn. */
export function AreaLayer({ side, ignoring: { box, element, isPlacing, place } }: Props) {
  const shown = element?.box ?? box;
  return (
    <>
      {shown && (
        <span
          data-testid="new-area"
          aria-hidden="true"
          className="ignored pin-box"
          data-draft="true"
          style={placeStyle(side ? stageBox(side, shown) : shown)}
        />
      )}
      {isPlacing && (
        <PlaceTaker
          label="Drag a box over what to ignore, or click an element"
          side={side}
          onPlace={(drawn) =>
            place(
              drawn.width > 0 && drawn.height > 0 ? { box: drawn } : { point: { x: drawn.x, y: drawn.y } },
            )
          }
        />
      )}
    </>
  );
}
