import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git } from '../git.js';
import { portablePath } from './portablePath.js';

/** What is in a `package.json`, as npm reads it: editors on Windows may begin it with a byte order mark. */
export const parseManifest = (text: string) => JSON.parse(text.replace(/^\uFEFF/, ''));

/**
 * Without the list of workspaces, which names every package and uses none. Empty where there is no `package.json`, or one
 * that is not JSON, as fixtures of tests may have.
 */
export function readManifest(folder: string): { name?: string } {
  const file = join(folder, 'package.json');
  try {
    const { workspaces, ...manifest } = existsSync(file) ? parseManifest(readFileSync(file, 'utf8')) : {};
    return manifest;
  } catch {
    return {};
  }
}

/** The folders of the packages that a repository has, by their names. */
export async function listPackages(root: string): Promise<Map<string, string>> {
  const files = (await git(root, 'ls-files', '-z', '--', 'package.json', '*/package.json')) ?? '';
  const packages = new Map<string, string>();
  for (const file of files.split('\0').filter(Boolean)) {
    const folder = portablePath(join(root, dirname(file)));
    const { name } = readManifest(folder);
    if (name !== undefined) packages.set(name, folder);
  }
  return packages;
}

/** `package.json` of these folders, and of the packages of the repository that they depend on, by folder. */
export function readManifests(
  folders: readonly string[],
  packages: ReadonlyMap<string, string>,
): Map<string, string> {
  const manifests = new Map<string, string>();
  const open = [...folders];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (manifests.has(folder)) continue;
    const text = JSON.stringify(readManifest(folder));
    manifests.set(folder, text);
    for (const [name, home] of packages) if (text.includes(`"${name}"`)) open.push(home);
  }
  return manifests;
}
