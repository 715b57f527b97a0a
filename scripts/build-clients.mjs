// The packages, and the clients as the service serves them.
import { buildTypeScript } from './setup/build.mjs';
import { buildClients } from './setup/clients.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';

await runOnSupportedNode(async () => {
  await buildTypeScript();
  await buildClients();
});
