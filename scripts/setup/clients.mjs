import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashFiles } from './hashFiles.mjs';
import { root, runNpm, step } from './runProgram.mjs';

const describedIn = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));

/** The packages that people install. */
const clients = readdirSync(path.join(root, 'packages')).filter(
  (name) => !describedIn(`packages/${name}`).private,
);

const folder = path.join(root, 'apps/server/dist-clients');
const stamp = path.join(folder, '.inputs');
const inputs = [...clients, 'schema', 'stabilise', 'test-core'].map((name) => `packages/${name}`);

/** Packs the clients for the service to serve, as they are published. What did not change is not packed again. */
export async function buildClients() {
  const hash = hashFiles([...inputs, 'package-lock.json', 'tsconfig.base.json', 'scripts/setup/clients.mjs']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await step('Packing the clients (npm pack)', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of clients) {
      removeStale(`packages/${name}`);
      // `.npmrc` keeps scripts of dependencies from running, and with them `prepack`.
      const flags = ['--ignore-scripts=false', '--pack-destination', folder];
      await runNpm(['pack', ...flags, '--workspace', `packages/${name}`], { quiet: true });
    }
    for (const file of readdirSync(folder)) {
      renameSync(path.join(folder, file), path.join(folder, file.replace(/^svc-/, '')));
    }
  });
  writeFileSync(stamp, hash);
}

/** Removes what was built of sources that are gone. The same sources make the same package. */
function removeStale(workspace) {
  const built = path.join(root, workspace, 'dist');
  if (!existsSync(built)) return;
  for (const entry of readdirSync(built, { recursive: true })) {
    const [, module] = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(entry) ?? [];
    if (module === undefined) continue;
    const source = path.join(root, workspace, 'src', module);
    if (!existsSync(`${source}.ts`) && !existsSync(`${source}.tsx`)) rmSync(path.join(built, entry));
  }
}
