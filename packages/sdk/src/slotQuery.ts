import type { QueryValue } from './transport/Transport.js';
import type { Viewport } from './types.js';

/** Which result of a diff, or snapshot of a capture. */
export interface SlotOfResult {
  name: string;
  viewport?: Viewport | null | undefined;
  browser?: string | null | undefined;
}

export const slotQuery = ({ name, viewport, browser }: SlotOfResult): Record<string, QueryValue> => ({
  name,
  viewport: viewport ? `${viewport.width}x${viewport.height}` : undefined,
  browser: browser ?? undefined,
});
