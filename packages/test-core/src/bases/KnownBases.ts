import { createHash } from 'node:crypto';
import { type Shot, slotOf } from '../Shot.js';

/** Hashes of PNGs, by the text of their slot. */
export type BaseHashes = Readonly<Record<string, readonly string[]>>;

type Slot = Pick<Shot, 'suite' | 'name' | 'viewport' | 'browser'>;

/** What the snapshots of a suite are compared with, as far as that is known before they are taken. */
export class KnownBases {
  readonly #hashes: ReadonlyMap<string, readonly string[]>;

  constructor(hashes: BaseHashes) {
    this.#hashes = new Map(Object.entries(hashes));
  }

  /** Whether a snapshot is compared with anything. */
  has(slot: Slot): boolean {
    return this.#hashes.has(slotOf(slot));
  }

  /** Whether a picture is, byte for byte, one that its snapshot is compared with. */
  isBase(slot: Slot, png: Uint8Array): boolean {
    return this.isBaseHash(slot, createHash('sha256').update(png).digest('hex'));
  }

  /** @param hash of the PNG */
  isBaseHash(slot: Slot, hash: string): boolean {
    return this.#hashes.get(slotOf(slot))?.includes(hash) ?? false;
  }
}
