import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoryTool } from '@svc/sdk';
import { CliError } from '../CliError.js';

interface ToolBuild {
  name: string;
  command: string;
  buildCommand: string;
  /** Where that puts the build, unless it is told otherwise. */
  output: string;
  /** Each of these: at least one of its files. */
  required: string[][];
}

const builds: Record<StoryTool, ToolBuild> = {
  'stories-a': {
    name: 'Storybook',
    command: 'svc stories-a',
    buildCommand: 'npx storybook build',
    output: 'storybook-static',
    required: [['iframe.html'], ['index.json', 'stories.json']],
  },
  'stories-b': {
    name: 'Ladle',
    command: 'svc stories-b',
    buildCommand: 'npx ladle build',
    output: 'build',
    required: [['meta.json'], ['index.html']],
  },
};

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function missingFile(directory: string, tool: StoryTool): Promise<string | null> {
  for (const names of builds[tool].required) {
    const present = await Promise.all(names.map((name) => isFile(join(directory, name))));
    if (!present.includes(true)) return names.join(' or ');
  }
  return null;
}

/** @throws CliError when it is not a directory */
export async function checkDirectory(directory: string, shown: string): Promise<void> {
  const found = await stat(directory).catch(() => null);
  if (!found) throw new CliError('DIRECTORY_NOT_FOUND', `the directory ${shown} does not exist`);
  if (!found.isDirectory()) throw new CliError('NOT_A_DIRECTORY', `${shown} is not a directory`);
}

/**
 * Makes sure that a directory holds a build of the tool; `shown` is how the user wrote it.
 * @throws CliError that says what is missing and how to build
 */
export async function checkBuild(directory: string, shown: string, tool: StoryTool): Promise<void> {
  const { name, buildCommand } = builds[tool];
  await checkDirectory(directory, shown).catch((error: CliError) => {
    throw new CliError(error.code, `${error.message}: build it with \`${buildCommand}\``);
  });
  const missing = await missingFile(directory, tool);
  if (missing === null) return;
  const advice = await adviceFor(directory, shown, tool);
  throw new CliError('NOT_A_BUILD', `${shown} is not a ${name} build (no ${missing}): ${advice}`);
}

async function adviceFor(directory: string, shown: string, tool: StoryTool): Promise<string> {
  const { command, buildCommand, output } = builds[tool];
  const other = tool === 'stories-a' ? 'stories-b' : 'stories-a';
  if ((await missingFile(directory, other)) === null)
    return `it is one of ${builds[other].name}: use \`${builds[other].command}\``;
  if ((await missingFile(join(directory, output), tool)) === null)
    return `the build is in it, so use \`${command} ${join(shown, output)}\``;
  return `build it with \`${buildCommand}\` and pass the output directory`;
}
