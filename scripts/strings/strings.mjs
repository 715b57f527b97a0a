// `npm run strings`: writes the catalogue of what the pages say.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup/runProgram.mjs';
import { catalogue, writeCatalogue } from './writeCatalogue.mjs';

const text = writeCatalogue();
writeFileSync(path.join(root, catalogue), text);
console.log(`${catalogue}: ${text.split('\n').filter((line) => line.startsWith('- ')).length} texts`);
