import { type RefObject, useEffect, useRef } from 'react';
import { imageRow, type LeveledRows } from './alignment/levelRows.js';

interface Props {
  /** Has the panes in it, and the pan and zoom as CSS variables. */
  wrapper: RefObject<HTMLElement | null>;
  /** Where the rows of the images are drawn; null where each is drawn in one piece. */
  rows: LeveledRows | null;
  current: string | null;
  baseline: string | null;
}

/** Tells the pixel under the pointer and its colors on both sides. Writes into the document without a render. */
export function Inspector({ wrapper, rows, current, baseline }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = wrapper.current;
    if (!element) return;
    // Made when a pointer asks for them: most results are looked at without one.
    let images: LoadedImage[] | undefined;
    let frame = 0;
    const show = (event: PointerEvent) => {
      const pane = event.target instanceof Element ? event.target.closest('[data-pane]') : null;
      if (box.current) box.current.hidden = !pane;
      if (!pane) return;
      const { left, top } = pane.getBoundingClientRect();
      const [x = 0, y = 0, k = 1] = ['--x', '--y', '--k'].map((name) =>
        Number.parseFloat(element.style.getPropertyValue(name)),
      );
      const at = {
        x: Math.floor((event.clientX - left - x) / k),
        y: Math.floor((event.clientY - top - y) / k),
      };
      images ??= [baseline, current].map((url) => loadImage(url, () => onMove(event)));
      const [ofBaseline, ofCurrent] = images;
      const of = (side: 'baseline' | 'current') => ({ x: at.x, y: rows ? imageRow(rows[side], at.y) : at.y });
      if (place.current) place.current.textContent = `${at.x}, ${rows ? of('current').y : at.y}`;
      write(before.current, colorAt(ofBaseline, of('baseline')));
      write(after.current, colorAt(ofCurrent, of('current')));
    };
    const onMove = (event: PointerEvent) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => show(event));
    };
    const onLeave = () => {
      cancelAnimationFrame(frame);
      if (box.current) box.current.hidden = true;
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerleave', onLeave);
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerleave', onLeave);
    };
  }, [wrapper, rows, current, baseline]);

  return (
    <div
      ref={box}
      hidden
      data-testid="inspector"
      className="pointer-events-none absolute bottom-4 left-4 flex items-center gap-3 rounded-xl border border-line bg-surface px-3 py-2 font-mono text-xs tabular-nums shadow-card [&[hidden]]:hidden max-md:hidden"
    >
      <span ref={place} className="text-muted" />
      <span ref={before} className="swatch" title="Baseline" />
      <span aria-hidden="true">→</span>
      <span ref={after} className="swatch" title="Current" />
    </div>
  );
}

function write(element: HTMLElement | null, color: string | null): void {
  if (!element) return;
  element.textContent = color ?? 'none';
  element.style.setProperty('--swatch', color ?? 'transparent');
}

/** An image and the pixel of it that was read last. */
type LoadedImage = { image: HTMLImageElement; context: CanvasRenderingContext2D } | null;

function loadImage(url: string | null, onLoad: () => void): LoadedImage {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!url || !context) return null;
  const image = new Image();
  image.onload = onLoad;
  image.src = url;
  return { image, context };
}

/** As `#rrggbb`, with two more digits where it is not opaque; null outside of the image and before it is loaded. */
function colorAt(loaded: LoadedImage | undefined, { x, y }: { x: number; y: number }): string | null {
  if (!loaded?.image.complete) return null;
  const { image, context } = loaded;
  if (x < 0 || y < 0 || x >= image.naturalWidth || y >= image.naturalHeight) return null;
  context.clearRect(0, 0, 1, 1);
  context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
  const digits = [red, green, blue, ...(alpha < 255 ? [alpha] : [])];
  return `#${digits.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
