import { writeFileSync } from 'node:fs';
import { compileEngine } from './compileEngine.mjs';

writeFileSync(new URL('../src/engineWasm.ts', import.meta.url), await compileEngine());
