/**
 * Decodes PNG files with edited chunks and right checksums: `npm run fuzz:images -- --images 100000 --seed 7`. Fails where one
 * ends in anything but an image or a named error, or takes more than 4 MiB; the failure prints its seed and path.
 */
import { parseArgs } from 'node:util';
import { buildTypeScript } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { runOnSupportedNode } from './setup/runOnSupportedNode.mjs';
import { Explained, runPackage, step } from './setup/runProgram.mjs';

await runOnSupportedNode(async () => {
  const { values } = parseArgs({
    options: {
      images: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1e6)) },
    },
  });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d{1,9}$/.test(value)) throw new Explained(`--${name} must be a number, not ${value}`);
  }
  await install();
  await step('Building the packages (tsc -b)', buildTypeScript);
  const { images, seed } = values;
  console.log(`• ${images} images from seed ${seed}`);
  await runPackage(
    'vitest/vitest.mjs',
    ['run', '--project=unit', '--testTimeout=0', 'packages/image-diff/src/hostile.test.ts'],
    { env: { ...process.env, SVC_FUZZ_IMAGES: images, SVC_SEED: seed } },
  );
});
