import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readParameters } from '@svc/schema/storyParameters';
import { awaitLadleApp, awaitStorybookStore, documentScript, extractStorybook } from '@svc/stabilise';

/** Each release reads the builds again, as it may find more in them. */
const { version: release } = createRequire(import.meta.url)('../../package.json');

/**
 * Counts up with every change of how images are taken that `documentScript` and the browser's flags do not show, and of
 * what is noted of the files that stories depend on.
 */
const version = 8;

const scripts = documentScript('real') + documentScript({ limitMs: 0, atOnce: false });

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** One line that is equal where the same page is captured in the same way. */
export const recipeOf = (renderer: string): string => `${renderer}, recipe ${version}-${hashOf(scripts)}`;

const readers = [awaitLadleApp, awaitStorybookStore, extractStorybook, ...readParameters].join('\n');

/** One line that is equal where the same build has the same stories, to somebody who captures by this recipe. */
export const discoveryRecipeOf = (recipe: string): string =>
  `${recipe}, stories ${release}-${hashOf(readers)}`;
