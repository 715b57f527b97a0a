import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './runProgram.mjs';

const outputs = new Set([
  '.astro',
  'bundle',
  'dist',
  'dist-types',
  'node_modules',
  'tsconfig.tsbuildinfo',
  'types',
]);

/**
 * One hash of files and of what folders hold, without what is built there.
 * @param {string[]} names relative to the repository
 */
export function hashFiles(names) {
  const digest = createHash('sha256');
  const visit = (name) => {
    const file = path.join(root, name);
    if (!statSync(file).isDirectory()) {
      digest.update(name).update(readFileSync(file));
      return;
    }
    for (const entry of readdirSync(file).sort()) {
      if (!outputs.has(entry)) visit(`${name}/${entry}`);
    }
  };
  for (const name of names) visit(name);
  return digest.digest('hex');
}
