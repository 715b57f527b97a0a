// `npm run build`: the packages, the clients that the service serves, the pages and the documentation.
import { build } from './setup/build.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';

await runOnSupportedNode(build);
