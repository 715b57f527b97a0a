// The packages, and the clients as the service serves them.
import { buildTypeScript } from './setup/build.mjs';
import { buildClients } from './setup/clients.mjs';
import { runScript } from './setup/runProgram.mjs';

await runScript(async () => {
  await buildTypeScript();
  await buildClients();
});
