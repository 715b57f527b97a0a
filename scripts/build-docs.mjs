// Builds the documentation unless it was built of the same sources before. The tests run this.
import { buildDocs } from './setup/build.mjs';
import { runScript } from './setup/runProgram.mjs';

await runScript(buildDocs);
