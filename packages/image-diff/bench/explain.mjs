// What an explanation costs beside the comparison, on screenshots by Chromium.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compare } from '@svc/image-diff';
import { makePairs } from './makePairs.mjs';
import { measure } from './measure.mjs';

const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-explain-'));
const ms = (value) => value.toFixed(1);

try {
  const pairs = (await makePairs(folder)).filter(
    ({ size, change }) => size.name !== '1080p' && change !== 'reencoded',
  );
  console.log('CPU ms a pair, medians\n');
  console.log(
    '|  | compared | explained | more | regions | bands of rows | pixels beside them | thumbnail, KB |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const { size, change, before, after } of pairs) {
    const files = [readFileSync(before), readFileSync(after)];
    const plain = await measure(() => compare(...files));
    const explained = await measure(() => compare(...files, { explain: true }));
    const { regions, rows, alignedDiffPixels, thumbnail } = (await compare(...files, { explain: true }))
      .explanation;
    const bands = rows.map(({ kind, y, height }) => `${height} ${kind} at ${y}`).join(', ') || 'none';
    const cells = [
      `${size.name} ${change}`,
      ms(plain.cpu),
      ms(explained.cpu),
      ms(explained.cpu - plain.cpu),
      regions.length,
      bands,
      alignedDiffPixels,
      (thumbnail.length / 1024).toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
