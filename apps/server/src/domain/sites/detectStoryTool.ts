import type { StoryTool } from '@svc/schema';

/**
 * The story tool that made a build, by the files it leaves.
 * @param paths every path of the build
 */
export function detectStoryTool(paths: ReadonlySet<string>): StoryTool | null {
  if (paths.has('iframe.html') && (paths.has('index.json') || paths.has('stories.json'))) return 'stories-a';
  if (paths.has('meta.json') && paths.has('index.html')) return 'stories-b';
  return null;
}

/**
 * The folder that holds the whole build when it was packed with one folder around it, with a slash at its end;
 * empty when the build is at the root.
 */
export function findBuildRoot(paths: readonly string[]): string {
  const [first = ''] = paths;
  const root = first.slice(0, first.indexOf('/') + 1);
  return root !== '' && paths.every((path) => path.startsWith(root)) ? root : '';
}
