import type { Slot } from '../slot.js';

/** Which slots of its suite an ignore area is of; null stands for any. */
export interface AreaScope {
  name: string | null;
  viewport: string | null;
  browser: string | null;
}

export const coversSlot = (area: AreaScope, { name, viewport, browser }: Slot): boolean =>
  (area.name === null || area.name === name) &&
  (area.viewport === null || area.viewport === viewport) &&
  (area.browser === null || area.browser === browser);
