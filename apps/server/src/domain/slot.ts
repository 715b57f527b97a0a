import { parseViewportKey, type Viewport, viewportKey } from '@svc/schema';

/** What tells the snapshots of a suite apart (R1). The viewport is in its text form; '' stands for none, as for `browser`. */
export interface Slot {
  name: string;
  viewport: string;
  browser: string;
}

/** A slot as clients write it. */
export interface WireSlot {
  name: string;
  viewport?: Viewport | null | undefined;
  browser?: string | null | undefined;
}

/** The slot of something, without all else. */
export const slotOf = ({ name, viewport, browser }: Slot): Slot => ({ name, viewport, browser });

export const readSlot = ({ name, viewport, browser }: WireSlot): Slot => ({
  name,
  viewport: viewportKey(viewport),
  browser: browser ?? '',
});

export const presentSlot = ({ name, viewport, browser }: Slot) => ({
  name,
  viewport: parseViewportKey(viewport),
  browser: browser || null,
});

/** One text for a slot; none of its parts holds control characters, so the separator cannot occur in them. */
export const slotKey = ({ name, viewport, browser }: Slot): string =>
  `${name}\u0000${viewport}\u0000${browser}`;

/** A slot as people read it: `card 1280x720 firefox`. */
export const slotText = ({ name, viewport, browser }: Slot): string =>
  [name, viewport, browser].filter(Boolean).join(' ');
