import type { Viewport } from '@svc/sdk';

/** A slot in words: `Button (1280x720, firefox)`. */
export function slotText({
  name,
  viewport,
  browser,
}: {
  name: string;
  viewport: Viewport | null;
  browser: string | null;
}): string {
  const details = [viewport && `${viewport.width}x${viewport.height}`, browser].filter(Boolean);
  return details.length > 0 ? `${name} (${details.join(', ')})` : name;
}
