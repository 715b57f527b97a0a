import type { ReactNode } from 'react';
import { Bands } from './alignment/Bands.js';
import { stageBox } from './alignment/levelRows.js';
import { ShiftedBoxes } from './alignment/ShiftedBoxes.js';
import type { Drawn } from './Drawn.js';
import { EmptyPane, Pane } from './Pane.js';
import { Boxes, RegionFrame } from './RegionFrame.js';
import { SnapshotImage } from './SnapshotImage.js';
import type { Size } from './transform.js';

/** The image of the baseline, if there is one. */
export function BaselineImage({
  result,
  rows,
  baselineRegion,
  overlay,
  marked,
  layer,
  onSize,
  onRetry,
}: Drawn) {
  const { baselineImageUrl: url, name, baselineSize } = result;
  const side = rows?.baseline;
  const ignored = result.ignored?.regions ?? [];
  const marks = marked?.before ?? [];
  if (!url) return null;
  return (
    <>
      <SnapshotImage
        key={url}
        url={url}
        alt={`Baseline: ${name}`}
        size={baselineSize}
        stretches={side?.stretches}
        className="paper"
        onSize={(size) => onSize(url, size)}
        onRetry={onRetry}
      />
      {side && <Bands side={side} isTinted={overlay.shown} />}
      {overlay.shown && <ShiftedBoxes result={result} side="baseline" />}
      <Boxes
        look="ignored"
        boxes={side ? ignored.map((box) => ({ ...box, ...stageBox(side, box) })) : ignored}
      />
      <Boxes look="marked" boxes={side ? marks.map((box) => stageBox(side, box)) : marks} />
      <RegionFrame region={baselineRegion} />
      {!result.currentImageUrl && layer?.(side)}
    </>
  );
}

interface PaneProps extends Drawn {
  note: ReactNode;
  /** Of the image as it was loaded. */
  size: Size | undefined;
  stage: Size;
}

export function BaselinePane({ note, size, stage, ...image }: PaneProps) {
  if (!image.result.baselineImageUrl) {
    return <EmptyPane title="Baseline">No baseline yet. Approving makes this image the baseline.</EmptyPane>;
  }
  return (
    <Pane title="Baseline" note={note} size={size ?? image.result.baselineSize} stage={stage}>
      <BaselineImage {...image} />
    </Pane>
  );
}
