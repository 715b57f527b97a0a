// The service with what it shares.
import { fileURLToPath } from 'node:url';
import { bundlePlugin } from '../../../scripts/bundlePlugin.mjs';

await bundlePlugin({
  root: fileURLToPath(new URL('..', import.meta.url)),
  format: 'esm',
  entries: ['index'],
  types: [
    ...['index', 'options', 'SvcBrowser', 'SvcLauncher', 'SvcWorker'].map((name) => `dist/${name}.d.ts`),
    '../stabilise/dist/StabiliseOptions.d.ts',
    '../test-core/dist/driver/DriverOptions.d.ts',
  ],
  typesOf: {
    "from '@svc/stabilise'": 'StabiliseOptions',
    "from '@svc/test-core/driver'": 'DriverOptions',
  },
});
