// The plugin, and the commands for the browser, as CommonJS: what Cypress bundles for it may be either.
import { fileURLToPath } from 'node:url';
import { bundlePlugin } from '../../../scripts/bundlePlugin.mjs';

await bundlePlugin({
  root: fileURLToPath(new URL('..', import.meta.url)),
  format: 'cjs',
  entries: ['index', 'support'],
  types: [
    ...['index', 'support', 'options', 'CypressEvents'].map((name) => `dist/${name}.d.ts`),
    '../stabilise/dist/StabiliseOptions.d.ts',
    '../test-core/dist/driver/DriverOptions.d.ts',
  ],
  typesOf: {
    "from '@svc/stabilise'": 'StabiliseOptions',
    "from '@svc/test-core/driver'": 'DriverOptions',
    "from '@svc/test-core/page'": 'DriverOptions',
  },
});
