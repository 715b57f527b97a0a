import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git } from '../git.js';

/** Without the list of workspaces, which names every package and uses none. */
export function readManifest(folder: string): { name?: string } {
  const file = join(folder, 'package.json');
  const { workspaces, ...manifest } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return manifest;
}

/** The folders of the packages that a repository has, by their names. */
export async function listPackages(root: string): Promise<Map<string, string>> {
  const files = (await git(root, 'ls-files', '-z', '--', 'package.json', '*/package.json')) ?? '';
  const packages = new Map<string, string>();
  for (const file of files.split('\0').filter(Boolean)) {
    const folder = join(root, dirname(file));
    const name = nameOf(folder);
    if (name !== undefined) packages.set(name, folder);
  }
  return packages;
}

/** Fixtures of tests may have a `package.json` that is not JSON. */
function nameOf(folder: string): string | undefined {
  try {
    return readManifest(folder).name;
  } catch {
    return undefined;
  }
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
