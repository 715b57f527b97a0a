import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { type Shot, snapshotName } from '@svc/test-core';
import type { SvcMatchOptions, SvcOptions, SvcViewport } from './options.js';

/** What `toMatchSvc` leaves beside its picture. */
export interface MatchNote extends SvcMatchOptions {
  name: string;
  viewport: SvcViewport | null;
}

export const matchPrefix = 'svc:';

interface Attachment {
  name: string;
  contentType: string;
  path: string;
}

/** Attachments are files of this run alone: others are of a report that is merged, and were uploaded where it was made. */
const filesIn = (folder: string, { attachments }: TestResult): Attachment[] =>
  attachments.flatMap(({ name, contentType, path }) =>
    path?.startsWith(`${folder}${sep}`) ? [{ name, contentType, path }] : [],
  );

/** The file, describes and title of a test, without its project. */
const titlesOf = (test: TestCase): [file: string, ...titles: string[]] => {
  const [, , file = '', ...titles] = test.titlePath();
  return [file.split(sep).join('/'), ...titles];
};

export const testIdOf = (test: TestCase): string => titlesOf(test).join(' > ');

/** The pictures that one attempt of a test took, in their order. */
export function takenPictures(
  folder: string,
  test: TestCase,
  result: TestResult,
  options: SvcOptions,
): Shot[] {
  const { suite, threshold, antiAliasing, tags } = options;
  const [file, ...titles] = titlesOf(test);
  const common = {
    suite,
    threshold,
    antiAliasing,
    tags,
    browser: test.parent.project()?.name || undefined,
    testId: testIdOf(test),
    attempt: result.retry,
    path: [file, ...titles],
  };
  return filesIn(folder, result).flatMap(({ name, contentType, path }): Shot[] => {
    if (!/^image\/(png|webp)$/.test(contentType)) return [];
    if (name.startsWith(matchPrefix)) {
      const { viewport, ...note } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as MatchNote;
      return [
        {
          ...common,
          ...note,
          suite: note.suite ?? suite,
          viewport: viewport ?? undefined,
          file: path,
          layoutFile: layoutOf(path),
        },
      ];
    }
    if (!/-expected\.(png|webp)$/.test(name)) return [];
    const given = givenName(result.steps, path);
    const own = snapshotNameOf({ file, titles, given, folder, path });
    return [{ ...common, name: own, file: path, layoutFile: layoutOf(path) }];
  });
}

/** Where the layout of a picture's page is, if it was taken. */
function layoutOf(path: string): string | undefined {
  const file = `${path}.layout`;
  return existsSync(file) ? file : undefined;
}

/** A picture of `toHaveScreenshot`. */
interface Screenshot {
  /** With slashes. */
  file: string;
  /** Describes and title of its test. */
  titles: readonly string[];
  /** The name as the test has it, with slashes. */
  given: string | undefined;
  /** Of the workers. */
  folder: string;
  /** Where Playwright puts it. */
  path: string;
}

export const snapshotNameOf = ({ file, titles, given, folder, path }: Screenshot): string =>
  given ? snapshotName(file, given) : nameOf(folder, file, titles, path);

/** Beside a picture: its name as the test has it, where it has one. */
const nameFileOf = (path: string): string => `${path}.name`;

/** Tells the reporter what Playwright does not: a message of the assertion takes the place of the name in the title of its step. */
export function noteGivenName(path: string, given: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(nameFileOf(path), given);
}

const givenName = (steps: readonly TestStep[], path: string): string | undefined =>
  existsSync(nameFileOf(path)) ? readFileSync(nameFileOf(path), 'utf8') : nameInSteps(steps, path);

/** Of a page that the plugin does not know, as those of Electron: the step that took the picture shows the name. */
function nameInSteps(steps: readonly TestStep[], path: string): string | undefined {
  for (const { title, attachments, steps: inner } of steps) {
    if (attachments.some((one) => one.path === path))
      return /toHaveScreenshot\((.+)\)/.exec(title)?.[1]?.split(sep).join('/');
    const found = nameInSteps(inner, path);
    if (found) return found;
  }
  return undefined;
}

/** Playwright tells snapshots apart by the file of their test and by their names, or by the title and a number. */
function nameOf(folder: string, file: string, titles: readonly string[], path: string): string {
  const [, ...parts] = relative(folder, path).split(sep);
  const inTemplate = parts.join('/');
  // The template names the file relative to the folder of tests, titles begin relative to the root: both end alike.
  const arg = parts.slice(commonLength(file.split('/'), parts)).join('/') || inTemplate;
  const [, number, type] = /(\d+)\.(png|webp)$/.exec(arg) ?? [];
  const isAutomatic = number !== undefined && arg === `${fileNameOf([...titles, number].join(' '))}.${type}`;
  return isAutomatic ? snapshotName(file, ...titles, number) : snapshotName(file, arg);
}

/** How many parts at the beginning of a path are those of the file. */
function commonLength(file: readonly string[], parts: readonly string[]): number {
  for (let length = Math.min(file.length, parts.length - 1); length > 0; length--) {
    if (parts.slice(0, length).join('/') === file.slice(-length).join('/')) return length;
  }
  return 0;
}

/** Characters of a name before Playwright shortens it. */
const longestName = 100;

/** As Playwright makes a file name of a title. */
export function fileNameOf(title: string): string {
  let text = title;
  if (text.length > longestName) {
    const middle = `-${createHash('sha1').update(text).digest('hex').slice(0, 5)}-`;
    const start = Math.floor((longestName - middle.length) / 2);
    text = text.slice(0, start) + middle + text.slice(-(longestName - middle.length - start));
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Playwright replaces these as well
  return text.replace(/[\x00-\x2C\x2E-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+/g, '-');
}

/** What is wrong with the other snapshots of an attempt that passed, in words. */
export function listProblems(folder: string, { status, steps }: TestResult, buffers: boolean): string[] {
  if (status !== 'passed') return [];
  return expectedFiles(steps).flatMap((path) => {
    const isImage = /\.(png|webp)$/.test(path);
    if (!path.startsWith(`${folder}${sep}`))
      return [`a snapshot did not exist at ${path}; it was written, run the tests again`];
    if (!isImage && buffers)
      return [
        `${basename(path)} was compared with nothing: buffers: true cannot be used beside snapshots that are not images`,
      ];
    return [];
  });
}

/** The files that snapshot assertions have written as expected ones. */
const expectedFiles = (steps: readonly TestStep[]): string[] =>
  steps.flatMap(({ category, title, attachments, steps: inner }) => [
    ...(category === 'expect' && /toMatchSnapshot|toHaveScreenshot/.test(title)
      ? attachments.flatMap(({ name, path }) => (path && /-expected(\.\w+)*$/.test(name) ? [path] : []))
      : []),
    ...expectedFiles(inner),
  ]);
