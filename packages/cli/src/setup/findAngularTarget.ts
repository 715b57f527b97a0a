import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { decodeText } from '../decodeText.js';

/** What builds a Storybook in an Angular workspace, where `storybook build` refuses to. */
export interface AngularTarget {
  /** The absolute folder of `angular.json`. */
  workspace: string;
  project: string;
  target: string;
}

interface Target {
  builder?: string;
  options?: { configDir?: string };
}

interface Workspace {
  projects?: Record<string, { architect?: Record<string, Target>; targets?: Record<string, Target> }>;
}

/** A string or a comment; Angular's command line allows comments in its files. */
const stringOrComment = /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*.*?\*\//gs;

/**
 * Finds the target that builds a Storybook, in the closest `angular.json` from its configuration up to the root.
 * @param configFolder the absolute `.storybook` folder
 * @returns undefined for a Storybook without Angular's command line, and for an `angular.json` that cannot be read
 */
export async function findAngularTarget(
  configFolder: string,
  root: string,
): Promise<AngularTarget | undefined> {
  for (let folder = dirname(configFolder); folder.startsWith(root); folder = dirname(folder)) {
    const bytes = await readFile(join(folder, 'angular.json')).catch(() => null);
    if (bytes !== null) return readTarget(decodeText(bytes), folder, configFolder);
    if (folder === dirname(folder)) break;
  }
  return undefined;
}

function readTarget(text: string, workspace: string, configFolder: string): AngularTarget | undefined {
  try {
    return targetOf(JSON.parse(text.replace(stringOrComment, '$1')), workspace, configFolder);
  } catch {
    return undefined;
  }
}

function targetOf(
  { projects = {} }: Workspace,
  workspace: string,
  configFolder: string,
): AngularTarget | undefined {
  for (const [project, { architect, targets }] of Object.entries(projects)) {
    for (const [target, { builder, options }] of Object.entries({ ...architect, ...targets })) {
      if (!builder?.endsWith(':build-storybook')) continue;
      if (resolve(workspace, options?.configDir ?? '.storybook') === configFolder)
        return { workspace, project, target };
    }
  }
  return undefined;
}
