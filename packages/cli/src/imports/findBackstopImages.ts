import { join, relative, resolve } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ImageFile, readImage } from '../files/listImages.js';
import { countText } from '../output/countText.js';
import { imageNamesIn } from './imageNamesIn.js';
import { listLines } from './listLines.js';
import { nameBackstopImages } from './nameBackstopImages.js';
import { evaluate, findConfiguration, isRecord } from './readConfiguration.js';

const usualFiles = ['backstop.json', 'backstop.js', 'backstop.config.js', 'backstop.cjs', 'backstop.mjs'];

/**
 * The reference images of BackstopJS, with the viewports of its configuration.
 * @param config its file
 * @throws CliError without a configuration, or without its images
 */
export async function findBackstopImages(
  config: string | undefined,
  { cwd, stderr }: Context,
): Promise<ImageFile[]> {
  const file = await findConfiguration(config === undefined ? usualFiles : [config], {
    ...{ folder: cwd, tool: 'BackstopJS', flag: '--config' },
  });
  const configuration = await evaluate(file);
  const { paths } = configuration;
  const own = isRecord(paths) ? paths.bitmaps_reference : undefined;
  const folder = resolve(
    cwd,
    typeof own === 'string' && own !== '' ? own : 'backstop_data/bitmaps_reference',
  );
  const shown = (name: string) => relative(cwd, join(folder, name));
  const names = await imageNamesIn(folder);
  if (names.length === 0)
    throw new CliError(
      'NO_SNAPSHOTS',
      `no images in ${shown('')}, the reference folder of ${file.file}: take them with \`npx backstop reference\``,
    );
  const { named, unknown } = nameBackstopImages(configuration, names);
  listLines(
    stderr,
    `${countText(unknown.length, 'file')} left out, since no scenario of ${file.file} has its name:`,
    unknown.map(shown),
  );
  if (named.length === 0)
    throw new CliError('NO_SNAPSHOTS', `no image in ${shown('')} has the name of a scenario of ${file.file}`);
  return named.map(({ name, viewport, file: image }) => ({
    name,
    viewport,
    file: shown(image),
    png: () => readImage(join(folder, image), shown(image)),
  }));
}
