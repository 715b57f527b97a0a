// The plugin and what prepares a runner, as CommonJS: Jest loads nothing else without flags.
import { fileURLToPath } from 'node:url';
import { bundlePlugin } from '../../../scripts/bundlePlugin.mjs';

await bundlePlugin({
  root: fileURLToPath(new URL('..', import.meta.url)),
  format: 'cjs',
  entries: ['index', 'setup'],
  types: [
    ...['index', 'setup', 'SvcPage', 'MochaTest'].map((name) => `dist/${name}.d.ts`),
    '../stabilise/dist/StabiliseOptions.d.ts',
    ...['DriverOptions', 'JestReporter', 'RunningTest'].map(
      (name) => `../test-core/dist/driver/${name}.d.ts`,
    ),
  ],
  typesOf: {
    "from '@svc/stabilise'": 'StabiliseOptions',
    "{ JestReporter } from '@svc/test-core/driver'": 'JestReporter',
    "from '@svc/test-core/driver'": 'DriverOptions',
  },
});
