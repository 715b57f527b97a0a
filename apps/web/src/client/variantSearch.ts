import type { Baseline, Viewport } from '@svc/schema';

/** Which of the snapshots of one name is meant. */
export type Variant = Pick<Baseline, 'viewport' | 'browser'>;

/** `1280x720`; empty for none. */
export const viewportText = (viewport: Viewport | null): string =>
  viewport ? `${viewport.width}x${viewport.height}` : '';

/** A variant in an address. */
export interface VariantSearch {
  viewport?: string | undefined;
  browser?: string | undefined;
}

export const variantSearch = ({ viewport, browser }: Variant): VariantSearch => ({
  viewport: viewportText(viewport) || undefined,
  browser: browser ?? undefined,
});

/** The inverse; null for whatever is not a viewport. */
export function readVariant({ viewport, browser }: VariantSearch): Variant {
  const match = /^(\d{1,5})x(\d{1,5})$/.exec(viewport ?? '');
  return {
    viewport: match ? { width: Number(match[1]), height: Number(match[2]) } : null,
    browser: browser || null,
  };
}
