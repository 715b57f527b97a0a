// Writes the gallery into build/, which is not committed, and says where.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compare } from '@svc/image-diff';
import { buildGallery } from './buildGallery.mjs';

const { page, entries } = await buildGallery(compare);
const file = path.join(import.meta.dirname, '../build/gallery.html');
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, page);
for (const { title, sentences } of entries) console.log(`${title}: ${sentences.join(' ')}`);
console.log(`\n${file}`);
