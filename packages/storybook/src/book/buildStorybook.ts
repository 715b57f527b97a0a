import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What Vitest tells its own processes, which changes how a Storybook is built. */
const ofTests =
  /^(VITEST|TEST$|MODE$|DEV$|PROD$|BASE_URL$|SSR$|NODE_ENV$|__STORYBOOK|__VITEST|STORYBOOK$|BUILD_TARGET$)/;
/** Characters of the end of what a failed build printed. */
const shown = 2_000;

/**
 * Builds the Storybook of a configuration with its own command line, as for a deployment.
 * @throws Error with what the build printed
 */
export async function buildStorybook(configDir: string, output: string): Promise<void> {
  if (!existsSync(configDir))
    throw new Error(`there is no folder ${configDir}: name that of Storybook with configDir`);
  const file = createRequire(join(configDir, 'main.js')).resolve('storybook/package.json');
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | { storybook: string } };
  const program = join(dirname(file), typeof bin === 'string' ? bin : bin.storybook);
  const flags = ['--config-dir', configDir, '--output-dir', output, '--disable-telemetry', '--quiet'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofTests.test(name)));
  const child = spawn(process.execPath, [program, 'build', ...flags], {
    cwd: dirname(configDir),
    env: { ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`storybook build ended with ${code}:\n${printed.slice(-shown)}`);
}
