import { createHash } from 'node:crypto';
import { inSpan } from '../../context/spans.js';
import { type IgnoredRegions, regionsText } from '../../domain/results/ignoredRegions.js';
import {
  type ComparisonKey,
  type ComparisonRow,
  findComparison,
  insertComparison,
  type KnownComparison,
  type RecalledComparison,
  recallComparisons as recallRows,
  type ShownComparison,
} from '../../store/images/comparisons.js';
import { insertImage, listRemoved } from '../../store/images/images.js';
import type { Resources } from '../Resources.js';
import { unlessTooUnlike } from './unlessTooUnlike.js';

/** A stored image by the hashes of its bytes and its pixels. */
interface HashedImage {
  hash: string;
  pixels: string;
}

export interface Sides {
  base: HashedImage;
  head: HashedImage;
}

/** How two images are compared. */
export interface ImageComparison {
  threshold: number;
  antiAliasing: boolean;
  ignored: IgnoredRegions;
}

/**
 * Compares two images of a project, or remembers what it showed when they were compared before.
 * @returns null when nobody can tell by how much they differ: one of them was removed before they were ever compared, or their
 *   sizes are too unlike
 */
export async function compareImages(
  resources: Resources,
  projectId: string,
  { base, head }: Sides,
  { threshold, antiAliasing, ignored }: ImageComparison,
): Promise<ComparisonRow | null> {
  const { blobs, compare, database, measures } = resources;
  const key: ComparisonKey = { projectId, ...keyOf({ base, head }, { threshold, antiAliasing, ignored }) };
  const known = await findComparison(database, projectId, key);
  if (known && isWhole(known)) {
    measures.compared('known', 1);
    return known.comparison;
  }
  const files = await Promise.all([blobs.get(base.hash), blobs.get(head.hash)]).catch(
    async (error: unknown) => {
      const removed = await listRemoved(database, projectId, [base.hash, head.hash]);
      if (removed.length === 0) throw error;
      return null;
    },
  );
  if (!files) return known?.comparison ?? null;
  const terms = {
    threshold,
    antiAliasing,
    explain: true,
    similarity: true,
    byteHashes: [base.hash, head.hash],
    ...(key.ignored && { ignore: { before: ignored.base, after: ignored.head } }),
  } as const;
  const comparison = await inSpan(
    { name: 'compare images', attributes: { 'svc.project.id': projectId } },
    () => unlessTooUnlike(compare(...files, terms)),
  );
  if (!comparison) return null;
  const { diffPercentage, subthreshold, similarity, mask, explanation } = comparison;
  measures.compared('computed', 1);
  const keep = (png: Uint8Array | null) => png && keepImage(resources, projectId, png);
  const [maskHash, alignedMaskHash, thumbnailHash] = await Promise.all([
    keep(mask),
    keep(explanation?.alignedMask ?? null),
    keep(explanation?.thumbnail ?? null),
  ]);
  const [baseSize, headSize] = [sizeOf(files[0]), sizeOf(files[1])];
  return insertComparison(database, {
    ...key,
    baseWidth: baseSize.width,
    baseHeight: baseSize.height,
    headWidth: headSize.width,
    headHeight: headSize.height,
    diffPercentage,
    subthreshold: JSON.stringify(subthreshold),
    similarity,
    maskHash,
    alignedMaskHash,
    thumbnailHash,
    fingerprint: explanation?.fingerprint ?? null,
    regions: explanation && JSON.stringify(explanation.regions),
    rowChanges: explanation && JSON.stringify(explanation.rows),
    columnChanges: explanation && JSON.stringify(explanation.columns),
    moves: explanation && JSON.stringify(explanation.moves),
  });
}

/** What the same comparisons showed when they were made before; null of one that has to be made. */
export async function recallComparisons(
  { database, measures }: Pick<Resources, 'database' | 'measures'>,
  projectId: string,
  wanted: readonly { sides: Sides; terms: ImageComparison }[],
): Promise<(ShownComparison | null)[]> {
  const known = await recallRows(
    database,
    projectId,
    wanted.map(({ sides, terms }) => keyOf(sides, terms)),
  );
  const recalled = known.map((one) => (one && isWhole(one) ? one.comparison : null));
  measures.compared('known', recalled.filter((one) => one !== null).length);
  return recalled;
}

/** Whether the images that it made are kept, and what an older service did not look for is known. */
const isWhole = ({ comparison, hasImages }: KnownComparison<RecalledComparison>): boolean => {
  const { maskHash, subthreshold, rowChanges, columnChanges, alignedMaskHash } = comparison;
  const isAligned = alignedMaskHash !== null || !rowChanges?.length;
  const isExplained = rowChanges === null || columnChanges !== null;
  return hasImages && isAligned && isExplained && (maskHash !== null || subthreshold !== null);
};

const keyOf = ({ base, head }: Sides, { threshold, antiAliasing, ignored }: ImageComparison) => ({
  basePixels: base.pixels,
  headPixels: head.pixels,
  threshold,
  antiAliasing,
  ignored: hashOf(ignored),
});

/** Equal for the same boxes of the same images; empty for none. */
function hashOf({ base, head }: IgnoredRegions): string {
  if (base.length === 0 && head.length === 0) return '';
  return createHash('sha256')
    .update(`${regionsText(base)}\n${regionsText(head)}`)
    .digest('hex');
}

/** Keeps a PNG that the engine made. */
async function keepImage(
  { blobs, database }: Resources,
  projectId: string,
  png: Uint8Array,
): Promise<string> {
  const { hash, size } = await blobs.put(png);
  await insertImage(database, { projectId, hash, pixelHash: null, ...sizeOf(png), bytes: size });
  return hash;
}

/** A PNG's width and height follow its signature and the head of its first chunk. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const header = new DataView(png.buffer, png.byteOffset);
  return { width: header.getUint32(16), height: header.getUint32(20) };
}
