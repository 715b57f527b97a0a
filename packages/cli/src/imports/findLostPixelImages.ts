import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ImageFile, readImage } from '../files/listImages.js';
import { imageNamesIn } from './imageNamesIn.js';
import { type IndexedStory, nameLostPixelImages } from './nameLostPixelImages.js';
import { type Configuration, findConfiguration } from './readConfiguration.js';

export interface LostPixelFlags {
  config?: string | undefined;
  /** Instead of `imagePathBaseline`. */
  baseline?: string | undefined;
  /** A build of Storybook. */
  storybook?: string | undefined;
}

const usualFiles = ['ts', 'js', 'cjs', 'mjs', 'json'].map((extension) => `lostpixel.config.${extension}`);

/**
 * The baseline images of Lost Pixel.
 * @throws CliError without a configuration, or without images
 */
export async function findLostPixelImages(
  { config, baseline, storybook }: LostPixelFlags,
  { cwd, stderr }: Context,
): Promise<ImageFile[]> {
  const file = await findConfiguration(config === undefined ? usualFiles : [config], {
    ...{ folder: cwd, tool: 'Lost Pixel', flag: '--config' },
  }).catch((error: unknown) => {
    if (baseline === undefined || config !== undefined) throw error;
    return null;
  });
  const folder = resolve(
    cwd,
    baseline ?? (file && settingOf(file, 'imagePathBaseline')) ?? '.lostpixel/baseline',
  );
  const shown = (name: string) => relative(cwd, join(folder, name));
  const names = await imageNamesIn(folder);
  if (names.length === 0)
    throw new CliError(
      'NO_SNAPSHOTS',
      `no images in ${shown('')}: name their folder with --baseline, or take them with \`npx lost-pixel update\``,
    );
  const stories = await storiesOf(storybook, file, cwd);
  if (!stories)
    stderr.write(
      'Without an index of the stories, images have the names of their files: --storybook <dir> names a build of Storybook\n',
    );
  return nameLostPixelImages(names, stories ?? []).map(({ file: image, ...snapshot }) => ({
    ...snapshot,
    file: shown(image),
    png: () => readImage(join(folder, image), shown(image)),
  }));
}

/**
 * A text in the configuration. Evaluating it would need the packages that it imports, and a compiler of TypeScript.
 * @throws CliError where the folder of the images is not written as a text
 */
function settingOf({ text, file }: Configuration, name: 'imagePathBaseline' | 'storybookUrl'): string | null {
  const code = text.replace(/^\s*\/\/.*$/gm, '').replace(/^\s*\/?\*.*$/gm, '');
  const written = new RegExp(`\\b${name}["']?\\s*:\\s*(?:(["'\`])((?:(?!\\1|\\$\\{).)*)\\1)?`).exec(code);
  if (!written) return null;
  if (written[2] !== undefined) return written[2];
  if (name === 'storybookUrl') return null;
  throw new CliError(
    'BAD_CONFIGURATION',
    `${name} in ${file} is not a plain string: pass it with --baseline`,
  );
}

/** Null where no build is known; an address has none. */
async function storiesOf(
  given: string | undefined,
  file: Configuration | null,
  cwd: string,
): Promise<IndexedStory[] | null> {
  const build = given ?? (file && settingOf(file, 'storybookUrl'));
  if (build === null || /^https?:/.test(build)) return null;
  for (const name of ['index.json', 'stories.json']) {
    const text = await readFile(resolve(cwd, build, name), 'utf8').catch(() => null);
    if (text !== null) return readIndex(text, join(build, name));
  }
  if (given === undefined) return null;
  throw new CliError('NOT_A_BUILD', `${given} is not a Storybook build (no index.json or stories.json)`);
}

function readIndex(text: string, shown: string): IndexedStory[] {
  try {
    const { entries, stories } = JSON.parse(text) as Record<string, Record<string, Entry> | undefined>;
    return Object.values(entries ?? stories ?? {}).flatMap(({ type, id, title, kind, name }) =>
      type === 'docs' ? [] : [{ id, title: title ?? kind ?? '', name }],
    );
  } catch (error) {
    throw new CliError('NOT_A_BUILD', `${shown} is not an index of stories in JSON`, { cause: error });
  }
}

interface Entry {
  id: string;
  name: string;
  type?: string;
  title?: string;
  /** Before Storybook 7. */
  kind?: string;
}
