import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { followPointers } from './followPointers.js';
import { PanZoom } from './PanZoom.js';
import type { Box, Size } from './transform.js';
import type { View } from './views.js';

interface Subject {
  /** Names the image: another one starts with `focus` in the middle if there is one, or on its changed regions. */
  name: string;
  view: View;
  image: Size;
  regions: readonly Box[];
  focus: Box | null;
}

/** Pan and zoom for the element. The scale is written into another one, without a render. */
export function usePanZoom(
  element: RefObject<HTMLElement | null>,
  scale: RefObject<HTMLElement | null>,
  { name, view, image, regions, focus }: Subject,
): PanZoom {
  const [panZoom] = useState(() => new PanZoom());
  const shown = useRef('');

  useEffect(() => {
    if (!element.current) return;
    panZoom.attach(element.current, (k) => {
      if (scale.current) scale.current.textContent = `${Math.round(k * 100)}%`;
    });
    const stopFollowing = followPointers(element.current, panZoom);
    const observer = new ResizeObserver(() => panZoom.resize());
    observer.observe(element.current);
    return () => {
      stopFollowing();
      observer.disconnect();
      panZoom.detach();
    };
  }, [panZoom, element, scale]);

  const show = useEffectEvent(() => {
    panZoom.show(image, regions);
    if (focus) panZoom.showBox(focus);
  });
  const { width, height } = image;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panes of another view have another size
  useEffect(() => {
    if (shown.current === name) panZoom.resize({ width, height });
    else show();
    shown.current = name;
  }, [panZoom, name, view, width, height]);

  return panZoom;
}
