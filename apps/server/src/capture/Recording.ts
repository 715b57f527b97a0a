import type { Fleet } from '../domain/captures/Fleet.js';

/** What is recorded of the page of an image that counts. */
export interface Recording {
  wantsLayout(png: Buffer): Promise<boolean>;
  /** Whether rules are to be checked; null where nothing about accessibility is recorded. */
  wantsRules: ((png: Buffer, tree: string) => Promise<boolean>) | null;
}

/** Asks what a run wants of one target. A story is not to blame where that cannot be told: its image is as good without. */
export const recordingOf = (
  { wantsLayout, wantsRules }: Pick<Parameters<Fleet['capture']>[1], 'wantsLayout' | 'wantsRules'>,
  index: number,
): Recording => ({
  wantsLayout: async (png) => (await wantsLayout?.(index, png).catch(() => false)) === true,
  wantsRules: wantsRules ? (png, tree) => wantsRules(index, png, tree).catch(() => false) : null,
});
