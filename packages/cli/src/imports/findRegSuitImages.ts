import { stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ImageFile, listImages } from '../files/listImages.js';
import { imageNamesIn } from './imageNamesIn.js';
import { evaluate, findConfiguration, isRecord } from './readConfiguration.js';

export interface RegSuitFlags {
  config?: string | undefined;
  /** The images that the tests took last instead of those that they were compared with. */
  actual?: true | undefined;
}

/**
 * The images that reg-suit compares with, named by their path, as `svc upload` names those of `actualDir`.
 * @throws CliError without a configuration, or without images
 */
export async function findRegSuitImages(
  { config = 'regconfig.json', actual }: RegSuitFlags,
  { cwd, env }: Context,
): Promise<ImageFile[]> {
  const root = await packageFolder(cwd);
  const file = await findConfiguration([config], { folder: root, tool: 'reg-suit', flag: '--config' });
  const { core } = await evaluate(file);
  const setting = (name: string) => {
    const value = isRecord(core) ? core[name] : undefined;
    return typeof value === 'string' && value !== '' ? expand(value, env) : undefined;
  };
  const actualDir = setting('actualDir');
  if (actual && actualDir === undefined)
    throw new CliError('BAD_CONFIGURATION', `${file.file} has no core.actualDir`);
  const folder = actual
    ? resolve(root, actualDir ?? '')
    : resolve(root, setting('workingDir') ?? '.reg', 'expected');
  const shown = relative(cwd, folder) || '.';
  if ((await imageNamesIn(folder)).length > 0) return listImages(folder, shown);
  throw new CliError(
    'NO_SNAPSHOTS',
    actual
      ? `no images in ${shown}, the actualDir of ${file.file}: run the tests that take them`
      : `no images in ${shown}: \`npx reg-suit sync-expected\` fetches them from where reg-suit keeps them; ` +
          `--actual takes the images in ${actualDir ?? 'actualDir'} instead`,
  );
}

/** From which reg-suit resolves paths: the nearest folder with a package.json. */
async function packageFolder(cwd: string): Promise<string> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = await stat(join(folder, 'package.json')).catch(() => null);
    if (found) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

/** Variables as reg-suit writes them: `${NAME}`, or `$NAME` up to the end; `$$` stands for `$`. */
function expand(text: string, env: NodeJS.ProcessEnv): string {
  const read = (_: string, name: string) => env[name] ?? '';
  if (/\$\$[^$]+/.test(text)) return text.replace(/\$(\$[^$]+)/g, '$1');
  if (/\$\{[^${}]+\}/.test(text)) return text.replace(/\$\{([^${}]+)\}/g, read);
  return text.replace(/\$([^$]+)/g, read);
}
