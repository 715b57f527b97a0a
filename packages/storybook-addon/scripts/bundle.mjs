// The server half, and what runs in Storybook's own window, with what they share and the license of that.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundlePlugin } from '../../../scripts/bundlePlugin.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await bundlePlugin({
  root,
  format: 'esm',
  entries: ['preset'],
  types: [
    'dist/AddonOptions.d.ts',
    '../stabilise/dist/StabiliseOptions.d.ts',
    '../test-core/dist/stories/StoryOptions.d.ts',
  ],
  typesOf: { "from '@svc/stabilise'": 'StabiliseOptions', "from '@svc/test-core/stories'": 'StoryOptions' },
});
const manager = await rolldown({
  input: path.join(root, 'dist/manager/manager.js'),
  // Storybook has these for all of its addons.
  external: [/^react$/, /^storybook\//],
  platform: 'browser',
});
await manager.write({ file: path.join(root, 'bundle/manager.js'), format: 'esm' });
await manager.close();
const license = readFileSync(path.join(root, '../../node_modules/zod/LICENSE'), 'utf8').trim();
writeFileSync(path.join(root, 'bundle/LICENSES.md'), `## zod\n\n${license}\n`);
