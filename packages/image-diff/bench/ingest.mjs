import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Pool } from '@svc/image-diff/pool';
import sharp from 'sharp';

const sha256 = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/**
 * What a service does with an upload that differs from its baseline: hashes the file and its pixels, compares it, and
 * writes an image of the difference.
 */
export function startIngest(folder, { odiff, blazediff }) {
  const pool = new Pool({ workers: 1 });
  /** Of the baselines, which are known from their own upload. */
  const known = new Map();
  const hashOf = (file) => {
    if (!known.has(file)) known.set(file, sha256(readFileSync(file)));
    return known.get(file);
  };
  const ours = (options) => async (base, head) => {
    const [a, b] = [readFileSync(base), readFileSync(head)];
    const { byteHash } = await pool.inspect(b);
    const byteHashes = [hashOf(base), byteHash];
    const { diffPixels, mask } = await pool.compare(a, b, { threshold: 0.063, byteHashes, ...options });
    if (mask) writeFileSync(path.join(folder, 'ingested.png'), mask);
    return diffPixels;
  };
  const hashed = (contestant) => async (base, head) => {
    const png = readFileSync(head);
    const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    sha256(png);
    sha256(data);
    return contestant.run(base, head);
  };
  return {
    contestants: [
      { name: 'ours, mask', run: ours({}) },
      { name: 'ours, mask and explanation', run: ours({ explain: true }) },
      { name: 'sharp, SHA-256, odiff server', childOf: odiff.childOf, run: hashed(odiff) },
      { name: 'sharp, SHA-256, blazediff N-API', run: hashed(blazediff) },
    ],
    stop: () => pool.close(),
  };
}
