import type { Viewport } from '@svc/schema';

/** `1280x720`; empty for none. */
export const viewportText = (viewport: Viewport | null): string =>
  viewport ? `${viewport.width}x${viewport.height}` : '';

/** The inverse; null for anything that is no viewport. */
export function readViewport(text: string | undefined): Viewport | null {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(text ?? '');
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}
