import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkSnapshotOptions as checkCypress, checkPluginOptions } from '../packages/cypress/src/options.ts';
import {
  checkOptions as checkPlaywright,
  checkMatchOptions as checkPlaywrightMatch,
} from '../packages/playwright/src/options.ts';
import { checkStorybookOptions, checkStoryTestOptions } from '../packages/storybook/src/options.ts';
import { checkDriverOptions } from '../packages/test-core/src/driver/checkDriverOptions.ts';
import { checkMatchOptions as checkVitestMatch } from '../packages/vitest/src/browser/SvcMatchOptions.ts';
import { checkOptions as checkVitest } from '../packages/vitest/src/options.ts';
import {
  checkServiceOptions,
  checkSnapshotOptions as checkWdio,
} from '../packages/webdriverio/src/options.ts';
import { root } from './setup/runProgram.mjs';

/** What every plugin has, unless its README says why not. */
const options = [
  'suite',
  'mode',
  'onUploadError',
  'browser',
  'testId',
  'viewports',
  'modes',
  'element',
  'fullPage',
  'mask',
  'ignoreSelectors',
  'threshold',
  'antiAliasing',
  'tags',
  'delay',
  'stabilise',
  'layout',
  'attach',
  'trace',
];

/** The options that a plugin takes, as it lists them for one that it does not know. */
function knownTo(check) {
  try {
    check({ suite: 'a', unheardOf: true });
  } catch ({ message }) {
    const [, list] = /unknown option "unheardOf"; the options are (.*)$/.exec(message) ?? [];
    if (list) return list.split(', ');
    throw new Error(`an unknown option is answered with: ${message}`);
  }
  throw new Error('an unknown option is accepted');
}

/** Words in code quotes of a text. */
const named = (text) => new Set([...text.matchAll(/`(\w+)`/g)].map(([, name]) => name));

test.each([
  ['playwright', [checkPlaywright, checkPlaywrightMatch]],
  ['vitest', [checkVitest, checkVitestMatch]],
  ['storybook', [checkStorybookOptions, checkStoryTestOptions]],
  ['puppeteer', [(given) => checkDriverOptions('snapshot', '', given)]],
  ['webdriverio', [checkServiceOptions, checkWdio]],
  ['cypress', [checkPluginOptions, checkCypress]],
])('@svc/%s has every option, or says why not', (plugin, checks) => {
  const readme = readFileSync(path.join(root, 'packages', plugin, 'README.md'), 'utf8');
  const known = new Set(checks.flatMap(knownTo));
  const [, reasons = ''] = /^Not options here: (.*?)\n\n/ms.exec(readme) ?? [];
  const documented = named(readme.replace(reasons, ''));
  const lacking = options.filter((name) => !known.has(name));
  expect({
    undocumented: [...known].filter((name) => !documented.has(name)),
    unexplained: lacking.filter((name) => !named(reasons).has(name)),
    wronglyExcused: options.filter((name) => known.has(name) && named(reasons).has(name)),
  }).toEqual({ undocumented: [], unexplained: [], wronglyExcused: [] });
});
