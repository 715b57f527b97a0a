// `npm run build`: the packages, the clients that the service serves, and the pages.
import { build } from './setup/build.mjs';
import { runScript } from './setup/runProgram.mjs';

await runScript(build);
