import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { imageRow, type LeveledSide } from '../../../viewer/alignment/levelRows.js';
import type { Box } from '../../../viewer/transform.js';
import './places.css';
import { placeStyle } from './placeStyle.js';

/** Pixels of the screen that a pointer moves before it draws a box. */
const slip = 4;

interface Props {
  label: string;
  /** Where the rows of the image are drawn; undefined where it is drawn in one piece. */
  side: LeveledSide | undefined;
  onPlace: (place: Box) => void;
}

/** Takes a click as a point and a drag as a box, in pixels of the image. A button: the viewer does not pan there. */
export function PlaceTaker({ label, side, onPlace }: Props) {
  const start = useRef<{ x: number; y: number }>(undefined);
  const [box, setBox] = useState<Box | null>(null);
  /** Where that is on the stage. */
  const spot = ({
    currentTarget: taker,
    clientX,
    clientY,
  }: PointerEvent<HTMLElement> | MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = taker.getBoundingClientRect();
    const share = (at: number, size: number) => Math.min(Math.max(at / size, 0), 1);
    return {
      x: Math.round(share(clientX - left, width) * taker.offsetWidth),
      y: Math.round(share(clientY - top, height) * taker.offsetHeight),
      scale: width / taker.offsetWidth,
    };
  };
  const boxTo = (event: PointerEvent<HTMLElement>): Box | null => {
    const [from, to] = [start.current, spot(event)];
    if (!from) return null;
    const size = { width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
    if (Math.max(size.width, size.height) * to.scale < slip) return null;
    return { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), ...size };
  };
  const place = (taken: Box) => {
    const [y, end] = [taken.y, taken.y + taken.height].map((row) => (side ? imageRow(side, row) : row));
    // A gap is not part of the image.
    if (y === undefined || end === undefined || y < 0) return;
    onPlace({ x: taken.x, y, width: taken.width, height: Math.max(0, end - y) });
  };
  return (
    <button
      type="button"
      aria-label={label}
      className="absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={(event) => {
        start.current = spot(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => setBox(boxTo(event))}
      onPointerUp={(event) => {
        const from = start.current;
        const taken = boxTo(event) ?? (from && { x: from.x, y: from.y, width: 0, height: 0 });
        start.current = undefined;
        if (taken) place(taken);
      }}
    >
      {box && <span className="pin-box" data-draft="true" style={placeStyle(box)} />}
    </button>
  );
}
