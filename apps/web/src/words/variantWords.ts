import type { Variant } from '../client/variantSearch.js';

/** `1280 × 720 · firefox`; empty where a snapshot has neither. */
export const variantWords = ({ viewport, browser }: Variant): string =>
  [viewport && `${viewport.width} × ${viewport.height}`, browser].filter(Boolean).join(' · ');
