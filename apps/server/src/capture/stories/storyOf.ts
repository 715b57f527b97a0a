import type { CaptureTarget } from '@svc/schema';

/** A story of a build, and how to reach it. */
export interface Story {
  tool: 'storybook' | 'ladle';
  id: string;
  /** Equal for two stories exactly when one loaded page can show both: same build, same globals. */
  app: string;
}

/** The parameters of a story's address that say which story, not how to show it. */
const selecting = { storybook: ['id', 'viewMode', 'path'], ladle: ['story'] };

/** The story that a target shows; null when it is a page like any other. */
export function storyOf(target: CaptureTarget): Story | null {
  const tool = toolOf(target);
  if (!tool || !URL.canParse(target.url)) return null;
  const url = new URL(target.url);
  const id = url.searchParams.get(tool === 'storybook' ? 'id' : 'story');
  if (!id || (tool === 'storybook' && url.searchParams.get('viewMode') === 'docs')) return null;
  for (const name of selecting[tool]) url.searchParams.delete(name);
  url.searchParams.sort();
  return { tool, id, app: `${tool} ${url.origin}${url.pathname}?${url.searchParams}` };
}

function toolOf(target: CaptureTarget): Story['tool'] | null {
  if (target.metadata?.framework === 'stories-b') return 'ladle';
  return target.framework === 'stories-a' || target.metadata?.framework === 'stories-a' ? 'storybook' : null;
}
