// The plugin and its reporter with what they share, as CommonJS: Playwright loads both kinds of projects' modules with it.
import { fileURLToPath } from 'node:url';
import { bundlePlugin } from '../../../scripts/bundlePlugin.mjs';

await bundlePlugin({
  root: fileURLToPath(new URL('..', import.meta.url)),
  format: 'cjs',
  entries: ['index', 'reporter', 'checkReporter'],
  external: [/^@playwright\/test/],
  types: [
    ...['index', 'options', 'reporter', 'runner', 'withSvc'].map((name) => `dist/${name}.d.ts`),
    '../stabilise/dist/StabiliseOptions.d.ts',
  ],
  typesOf: { "from '@svc/stabilise'": 'StabiliseOptions' },
});
