import type { Pin, Thread } from '@svc/schema';
import { type LeveledSide, stageBox } from '../../../../viewer/alignment/levelRows.js';
import type { Box } from '../../../../viewer/transform.js';
import { PlaceTaker } from '../../placing/PlaceTaker.js';
import { placeStyle } from '../../placing/placeStyle.js';
import type { Commenting } from '../useComments.js';
import { numbersOf } from './numbersOf.js';
import '../../placing/places.css';
import './pins.css';

interface Props {
  /** About the snapshot that is drawn. */
  threads: readonly Thread[];
  /** Of that snapshot: the image that pins are on. */
  image: string | null;
  /** Where the rows of the image are drawn; undefined where it is drawn in one piece. */
  side: LeveledSide | undefined;
  comments: Commenting;
}

/** Pins of threads over an image, and the place of a new one. */
export function PinLayer({ threads, image, side, comments }: Props) {
  const onStage = (pin: Pin): Box => (side ? stageBox(side, pin) : pin);
  const numbers = numbersOf(threads);
  const pinned = threads.filter(({ pin, resolvedAt, id }) => pin && (!resolvedAt || id === comments.thread));
  return (
    <>
      {pinned.map(({ id, pin, imageHash }) => (
        <PinMark
          key={id}
          box={onStage(pin as Pin)}
          number={numbers.get(id) ?? 0}
          isChosen={id === comments.thread}
          isEarlier={imageHash !== image}
          onPress={() => comments.show(id)}
        />
      ))}
      {comments.pin && (
        <span className="pin-box" data-draft="true" style={placeStyle(onStage(comments.pin))} />
      )}
      {comments.isPlacing && (
        <PlaceTaker
          label="Click where the comment belongs"
          side={side}
          onPlace={(pin) => comments.place(pin)}
        />
      )}
    </>
  );
}

interface MarkProps {
  box: Box;
  number: number;
  isChosen: boolean;
  isEarlier: boolean;
  onPress: () => void;
}

const PinMark = ({ box, number, isChosen, isEarlier, onPress }: MarkProps) => (
  <>
    {box.width > 0 && <span className="pin-box" data-chosen={isChosen} style={placeStyle(box)} />}
    <button
      type="button"
      data-testid="pin"
      aria-label={`Comment ${number}${isEarlier ? ', on an earlier image' : ''}`}
      data-chosen={isChosen}
      data-earlier={isEarlier}
      className="pin"
      style={{ left: box.x + box.width, top: box.y }}
      onClick={onPress}
    >
      {number}
    </button>
  </>
);
