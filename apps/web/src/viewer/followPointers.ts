import type { PanZoom } from './PanZoom.js';

/** Wheel zooms at the pointer, dragging pans, two fingers do both. Returns what takes the listeners off again. */
export function followPointers(element: HTMLElement, panZoom: PanZoom): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  const pointers = new Map<number, { x: number; y: number }>();

  const inPane = (event: MouseEvent) => {
    const pane = event.target instanceof Element ? event.target.closest('[data-pane]') : null;
    const box = (pane ?? element).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      panZoom.zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002)), inPane(event));
    },
    { passive: false, signal },
  );

  element.addEventListener(
    'pointerdown',
    (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (
        event.button !== 0 ||
        !target?.closest('[data-pane]') ||
        target.closest('button, input, [role=slider]')
      )
        return;
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    { signal },
  );

  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      const share = other ? 0.5 : 1;
      panZoom.pan((now.x - before.x) * share, (now.y - before.y) * share);
      if (!other) return;
      const reach = (point: { x: number; y: number }) =>
        Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const box = element.querySelector('[data-pane]')?.getBoundingClientRect();
      panZoom.zoom(reach(now) / reach(before), {
        x: (now.x + other.x) / 2 - (box?.left ?? 0),
        y: (now.y + other.y) / 2 - (box?.top ?? 0),
      });
    },
    { signal },
  );

  const release = (event: PointerEvent) => pointers.delete(event.pointerId);
  element.addEventListener('pointerup', release, { signal });
  element.addEventListener('pointercancel', release, { signal });
  return () => listeners.abort();
}
