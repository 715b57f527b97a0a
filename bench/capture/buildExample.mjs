import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** Builds an example with its tool's own command line into a folder. */
export function buildExample(tool, version, folder) {
  // Ladle takes its output folder as relative to the project, even when it is absolute.
  const output = relative(`${examples}/${tool}`, folder);
  const { stdout, stderr } = spawnSync(
    'npm',
    ['run', 'build', '--workspace', `example-${tool}`, '--', '-o', output],
    { env: { ...process.env, SVC_EXAMPLE_VERSION: version, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (!existsSync(folder)) throw new Error(`the example could not be built:\n${stdout}${stderr}`);
}
