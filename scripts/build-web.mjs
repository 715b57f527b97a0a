// Builds the review UI unless it was built of the same sources before. The tests run this.
import { buildWeb } from './setup/build.mjs';
import { runScript } from './setup/runProgram.mjs';

await runScript(buildWeb);
