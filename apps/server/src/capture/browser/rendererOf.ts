import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { browserFlags } from './browserFlags.js';
import { fontsConfig } from './fontsConfig.js';

/** What images depend on beside the page itself. */
export interface Renderer {
  /** One line that is equal for browsers that render alike: product, system, fonts, flags, scale. */
  name: string;
  /** Font files of the system. */
  fonts: number;
}

const fontFolders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/etc/fonts/conf.d',
  '/Library/Fonts',
  '/System/Library/Fonts',
];

/**
 * @param product as Chromium names itself, such as `HeadlessChrome/156.0.8078.79`
 * @param deviceScaleFactor pixels of an image for each CSS pixel; named where it is not 1
 */
export function rendererOf(product: string, deviceScaleFactor: number): Renderer {
  const files = fontFolders.flatMap(listFiles).sort();
  const fonts = digest([...files, fontsConfig]);
  const flags = digest(browserFlags(0));
  const scale = deviceScaleFactor === 1 ? '' : `, scale ${deviceScaleFactor}`;
  return {
    name: `${product} ${process.platform}-${process.arch}, fonts ${fonts}, flags ${flags}${scale}`,
    fonts: files.filter((file) => /\.(ttf|otf|ttc|otc|pf[ab])(\.gz)? \d+$/i.test(file)).length,
  };
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 8);

/** Names and sizes: a font that is replaced by another version has another size. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return [`${entry.name} ${statSync(path, { throwIfNoEntry: false })?.size ?? 0}`];
    });
  } catch {
    return [];
  }
}
