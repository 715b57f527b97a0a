import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { followPointers } from './followPointers.js';
import { PanZoom } from './PanZoom.js';
import type { Box, Size } from './transform.js';

/**
 * Pan and zoom for the element. `subject` names the image: another one starts fitted, or with `focus` in the middle if there
 * is one.
 */
export function usePanZoom(
  element: RefObject<HTMLElement | null>,
  scale: RefObject<HTMLElement | null>,
  subject: string,
  view: string,
  image: Size,
  focus: Box | null,
): PanZoom | null {
  const [panZoom, setPanZoom] = useState<PanZoom | null>(null);
  const shown = useRef('');

  useEffect(() => {
    if (!element.current) return;
    const created = new PanZoom(element.current, (k) => {
      if (scale.current) scale.current.textContent = `${Math.round(k * 100)} %`;
    });
    setPanZoom(created);
    const stopFollowing = followPointers(element.current, created);
    const observer = new ResizeObserver(() => created.resize());
    observer.observe(element.current);
    return () => {
      stopFollowing();
      observer.disconnect();
    };
  }, [element, scale]);

  const focusFirst = useEffectEvent((created: PanZoom) => focus && created.showBox(focus));
  const { width, height } = image;
  useEffect(() => {
    if (!panZoom) return;
    if (shown.current === subject) panZoom.resize({ width, height });
    else {
      panZoom.show({ width, height });
      focusFirst(panZoom);
    }
    shown.current = subject;
  }, [panZoom, subject, view, width, height]);

  return panZoom;
}
