// The plugin and its reporters, as CommonJS, with what they depend on and the licenses of that, and what runs in the browser.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundlePlugin } from '../../../scripts/bundlePlugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await bundlePlugin({
  root,
  format: 'cjs',
  entries: ['index', 'reporter', 'sequencer', 'vitest'],
  external: [/^vitest(\/|$)/],
  types: [
    ...['index', 'options', 'withSvc', 'withSvcJest', 'vitest', 'svcStorybook'].map(
      (name) => `dist/${name}.d.ts`,
    ),
    '../stabilise/dist/StabiliseOptions.d.ts',
    '../test-core/dist/stories/StoryOptions.d.ts',
  ],
  typesOf: { "from '@svc/stabilise'": 'StabiliseOptions', "from '@svc/test-core/stories'": 'StoryOptions' },
});
const setup = await rolldown({
  input: path.join(root, 'dist/vitestSetup.js'),
  external: [/^vitest(\/|$)/],
  platform: 'browser',
});
await setup.write({ file: path.join(root, 'bundle/vitestSetup.js'), format: 'esm' });
await setup.close();
const license = readFileSync(path.join(root, '../../node_modules/zod/LICENSE'), 'utf8').trim();
writeFileSync(path.join(root, 'bundle/LICENSES.md'), `## zod\n\n${license}\n`);
