import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { filesIn, foldersUpTo } from './findConfiguration.js';

const names = /^(?:rollup(?:\.[\w-]+)*\.config|tsup\.config|tsdown\.config|esbuild\.config|plopfile)\.[^/]+$/;

/**
 * Whether a file configures what neither Storybook nor Ladle runs: bundlers that make a library of the sources, and generators.
 * What they make is read by a build only where git ignores it.
 */
export const isOfOtherBundler = (path: string): boolean => names.test(basename(path));

/** Such files in the folders around a project, by path, with the text. */
export const findOtherBundlers = (project: string, root: string): Map<string, string> =>
  new Map(
    foldersUpTo(project, root)
      .flatMap((folder) => filesIn(folder, false))
      .filter(isOfOtherBundler)
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
