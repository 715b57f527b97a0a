// The service with what it shares.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = path.join(root, 'bundle');

rmSync(folder, { recursive: true, force: true });
const bundle = await rolldown({
  input: { index: path.join(root, 'dist/index.js') },
  external: [/^node:/],
  platform: 'node',
});
await bundle.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js' });
await bundle.close();
const types = [
  ...['index', 'options', 'SvcBrowser', 'SvcLauncher', 'SvcWorker'].map((name) => `dist/${name}.d.ts`),
  '../stabilise/dist/StabiliseOptions.d.ts',
  '../test-core/dist/driver/DriverOptions.d.ts',
].map((name) => path.join(root, name));
for (const file of types) {
  const text = readFileSync(file, 'utf8')
    .replaceAll("from '@svc/stabilise'", "from './StabiliseOptions.js'")
    .replaceAll("from '@svc/test-core/driver'", "from './DriverOptions.js'");
  writeFileSync(path.join(folder, path.basename(file)), text);
}
