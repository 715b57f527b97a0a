import { parse, relative, resolve, sep } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import type { FullConfig, Suite, TestCase } from '@playwright/test/reporter';
import { fileNameOf } from './takenPictures.js';

/** Where Playwright keeps screenshots unless it is told otherwise. */
const usualTemplate =
  '{snapshotDir}/{testFileDir}/{testFileName}-snapshots/{arg}{-projectName}{-snapshotSuffix}{ext}';

/** The name of a picture, as the templates of Playwright have it. */
export interface PictureArg {
  arg: string;
  /** `.png` or `.webp`. */
  ext: string;
}

/** What places the pictures of one test, besides their names. */
export interface PicturePlace {
  /** As the project wrote it, without `withSvc`. */
  config: PlaywrightTestConfig;
  fullConfig: Pick<FullConfig, 'configFile' | 'rootDir'>;
  test: TestCase;
  /** As in `process.platform`. */
  platform: string;
}

const fileSuiteOf = ({ parent }: TestCase): Suite => {
  let suite: Suite | undefined = parent;
  while (suite && suite.type !== 'file') suite = suite.parent;
  if (!suite?.location) throw new Error('a test is in no file');
  return suite;
};

/** The file of a test from its project's folder of tests, as `{testFilePath}` has it. */
export function testFilePathOf(test: TestCase): string {
  const project = test.parent.project();
  if (!project) throw new Error('a test is in no project');
  return relative(project.testDir, (fileSuiteOf(test).location as { file: string }).file);
}

/** The templates by which the configuration finds the picture of an assertion, the first that counts first. */
function templatesOf({ config, test }: PicturePlace, hasBuffers: boolean): string[] {
  const project = config.projects?.find(({ name = '' }) => name === test.parent.project()?.name);
  const shared = project?.snapshotPathTemplate ?? config.snapshotPathTemplate ?? usualTemplate;
  // The settings of a project replace those of the configuration, they are not merged.
  const own = (project?.expect ?? config.expect)?.toHaveScreenshot?.pathTemplate;
  return [...new Set([own || shared, ...(hasBuffers ? [shared] : [])])];
}

/**
 * The files that Playwright without `withSvc` compares a picture with: one, or two where images of `toMatchSnapshot` are
 * pictures as well.
 * @param arg the name of the picture as `{arg}` has it, and its extension as `{ext}`
 */
export function committedFiles({ arg, ext }: PictureArg, place: PicturePlace, hasBuffers: boolean): string[] {
  const { fullConfig, test, platform } = place;
  const project = test.parent.project();
  if (!project) throw new Error('a test is in no project');
  const testFilePath = testFilePathOf(test);
  const { dir, base, name } = parse(testFilePath);
  const [, , , ...titles] = test.titlePath();
  const values: Record<string, string> = {
    testDir: project.testDir,
    snapshotDir: project.snapshotDir,
    snapshotSuffix: platform,
    testFileDir: dir,
    platform,
    projectName: fileNameOf(project.name),
    testName: fileNameOf(titles.join(' ')),
    testFileBaseName: name,
    testFileName: base,
    testFilePath,
    arg,
    ext,
  };
  // A token takes the character before its name along, unless a project has no name.
  const dropped = new Set(['projectName']);
  const folder = fullConfig.configFile ? parse(fullConfig.configFile).dir : fullConfig.rootDir;
  return templatesOf(place, hasBuffers).map((template) =>
    resolve(
      folder,
      template.replace(/\{([^{}A-Za-z])?([A-Za-z]+)\}/g, (token, before: string = '', key: string) => {
        const value = values[key];
        if (value === undefined) return token;
        return value === '' && dropped.has(key) ? '' : before + value;
      }),
    ),
  );
}

/**
 * The name of a picture as `{arg}` has it; null for one that `toHaveScreenshot` has not taken.
 * @param folder of the workers
 */
export function argOf(folder: string, file: string, test: TestCase): PictureArg | null {
  const [, ...parts] = relative(folder, file).split(sep);
  const own = testFilePathOf(test).split(sep);
  if (!own.every((part, index) => parts[index] === part)) return null;
  const { dir, name, ext } = parse(parts.slice(own.length).join('/'));
  return { arg: dir ? `${dir}/${name}` : name, ext };
}
