import type { Comparison, compare } from '../src/index.js';

interface Entry {
  title: string;
  before: Uint8Array;
  after: Uint8Array;
  comparison: Comparison;
  /** What the engine found, in words. */
  sentences: string[];
}

export declare function buildGallery(engine: typeof compare): Promise<{ page: string; entries: Entry[] }>;
