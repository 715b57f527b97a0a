import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type AccessibilityRecord, decodeAccessibility, LayoutRecordError } from '@svc/layout-diff';
import { ServiceError } from '../../domain/ServiceError.js';
import { StorageUnavailable } from '../../domain/StorageUnavailable.js';
import type { Slot } from '../../domain/slot.js';
import {
  findCheckedRecord,
  saveAccessibilityRecord,
} from '../../store/accessibility/accessibilityRecords.js';
import { BlobCorrupt, BlobMissing } from '../../store/blobs/BlobStore.js';
import type { Resources } from '../Resources.js';
import { withinQuota } from '../withinQuota.js';

const deflate = promisify<Uint8Array, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(inflateRaw);

/** Of a record as JSON: most are some 10 kB. */
const mostBytes = 4 * 1024 * 1024;
/** Part of what makes trees equal: with another set of rules, they are checked again. */
const rules = 'axe-core 4.14.1';

/** One text for all records whose rules need no second check where one of them was checked. */
const treeHash = (tree: string): string => createHash('sha256').update(`${rules}\n${tree}`).digest('hex');

/** Whether the rules of a page that says the same were checked for the same image of the slot. */
export const areRulesKnown = async (
  { database }: Pick<Resources, 'database'>,
  projectId: string,
  { tree, ...image }: Slot & { imageHash: string; tree: string },
): Promise<boolean> =>
  (await findCheckedRecord(database, projectId, { ...image, tree: treeHash(tree) })) !== undefined;

/**
 * Stores what the page of a snapshot said to assistive technology. A snapshot without is as good, so a record that is invalid or
 * has no room is left out.
 * @param checked null where the rules of an equal page were checked before, whose record it shares
 */
export async function storeAccessibility(
  resources: Pick<Resources, 'database' | 'blobs'>,
  { projectId, captureId, imageHash }: { projectId: string; captureId: string; imageHash: string },
  slot: Slot,
  { tree, checked }: { tree: string; checked: string | null },
): Promise<void> {
  const { database, blobs } = resources;
  const row = { projectId, captureId, ...slot, imageHash, tree: treeHash(tree) };
  try {
    const known = checked === null ? await findCheckedRecord(database, projectId, row) : undefined;
    if (known !== undefined) {
      await saveAccessibilityRecord(database, { ...row, hash: known, bytes: 0 });
      return;
    }
    const json = checked ?? tree;
    if (json.length > mostBytes) return;
    const packed = await deflate(Buffer.from(JSON.stringify(decodeAccessibility(json))));
    const bytes = packed.byteLength;
    await withinQuota(resources, projectId, { bytes, files: 0 }, async () => {
      const { hash } = await blobs.put(packed);
      await saveAccessibilityRecord(database, { ...row, hash, bytes });
    });
  } catch (error) {
    const isForeseen =
      error instanceof LayoutRecordError ||
      error instanceof ServiceError ||
      error instanceof StorageUnavailable;
    if (!isForeseen) throw error;
  }
}

/** The record of a hash; undefined where its bytes are lost. */
export async function readAccessibility(
  { blobs }: Pick<Resources, 'blobs'>,
  hash: string,
): Promise<AccessibilityRecord | undefined> {
  try {
    const json = await inflate(await blobs.get(hash), { maxOutputLength: mostBytes });
    return decodeAccessibility(json.toString());
  } catch (error) {
    const isLost =
      error instanceof BlobMissing || error instanceof BlobCorrupt || error instanceof LayoutRecordError;
    if (isLost) return undefined;
    throw error;
  }
}
