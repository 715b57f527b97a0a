import type { ReactNode } from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import { Bands } from './alignment/Bands.js';
import { stageBox } from './alignment/levelRows.js';
import { ShiftedBoxes } from './alignment/ShiftedBoxes.js';
import type { Drawn } from './Drawn.js';
import { EmptyPane, Pane } from './Pane.js';
import { Boxes, RegionFrame, Specks } from './RegionFrame.js';
import { SnapshotImage } from './SnapshotImage.js';
import type { Size } from './transform.js';

/** The current image under its changed pixels, if there is one. */
export function CurrentImage(drawn: Drawn) {
  const { result, rows, overlay, isDifference, region, unseen, marked, layer, onSize, onRetry } = drawn;
  const { currentImageUrl: url, name, headSize } = result;
  const side = rows?.current;
  const ignored = result.ignored?.regions ?? [];
  const marks = marked?.after ?? [];
  const mask = overlay.shown ? maskOf(result, rows !== null) : null;
  if (!url) return null;
  return (
    <>
      <SnapshotImage
        key={url}
        url={url}
        alt={`Current: ${name}`}
        size={headSize}
        stretches={side?.stretches}
        className={`paper ${isDifference && overlay.shown ? 'dimmed' : ''}`}
        onSize={(size) => onSize(url, size)}
        onRetry={onRetry}
      />
      {side && <Bands side={side} isTinted={overlay.shown} />}
      {overlay.shown && <ShiftedBoxes result={result} side="current" />}
      {mask && (
        <SnapshotImage
          key={mask}
          url={mask}
          alt="Changed pixels"
          testId="mask"
          stretches={side?.stretches}
          className="tinted pointer-events-none [image-rendering:pixelated]"
          style={{ opacity: overlay.opacity }}
          // A comparison of an older service has no mask with its rows aligned.
          isOptional={rows !== null}
          onRetry={onRetry}
        />
      )}
      <Boxes
        look="ignored"
        boxes={side ? ignored.map((box) => ({ ...box, ...stageBox(side, box) })) : ignored}
      />
      <Boxes look="marked" boxes={side ? marks.map((box) => stageBox(side, box)) : marks} />
      <Specks regions={unseen} />
      <RegionFrame region={region} />
      {layer?.(side)}
    </>
  );
}

/** What only shifted is not shown as changed, but rows that are not drawn level are. */
const maskOf = ({ rowChanges, diffImageUrl, alignedDiffImageUrl }: ReviewItem, isLevel: boolean) =>
  isLevel || !rowChanges?.length ? (alignedDiffImageUrl ?? diffImageUrl) : diffImageUrl;

interface PaneProps extends Drawn {
  note: ReactNode;
  /** Of the image as it was loaded. */
  size: Size | undefined;
  stage: Size;
}

export function CurrentPane({ note, size, stage, ...image }: PaneProps) {
  const { result, isDifference } = image;
  if (!result.currentImageUrl) {
    return <EmptyPane title="Current">This snapshot is gone: the new capture does not have it.</EmptyPane>;
  }
  return (
    <Pane
      title={isDifference ? 'Difference' : 'Current'}
      note={isDifference ? differenceNote(result) : note}
      size={size ?? result.headSize}
      stage={stage}
    >
      <CurrentImage {...image} />
    </Pane>
  );
}

const differenceNote = ({ diffImageUrl, baselineImageUrl }: ReviewItem) => {
  if (diffImageUrl) return 'changed pixels over the current image';
  return baselineImageUrl ? 'no pixel differs' : 'there is no baseline to compare with';
};
