import type { CaptureTarget } from '../capture.js';
import type { StoryTool } from '../enums.js';
import type { Viewport } from '../primitives.js';
import type { StoryEntry, StoryParameters } from '../site.js';
import { namedViewports, readViewport } from '../viewports.js';
import { fitTarget } from './fitTarget.js';
import { storyUrl } from './storyUrl.js';

/** One way to show a story. */
interface Variant {
  suffix: string;
  viewport?: Viewport;
  globals?: Record<string, unknown>;
  /** How it is compared, if not like the story. */
  terms?: Pick<CaptureTarget, 'diffThreshold' | 'diffIncludeAntiAliasing'>;
  /** Why it cannot be captured. */
  problem?: string;
}

/** What Storybook ships; the service puts sizes in the place of a book's own names. */
const shipped = namedViewports(undefined);

/** `Title/Name`, of which the names of its targets are made. */
export const storyNameOf = ({ title, name }: StoryEntry) => (title ? `${title}/${name}` : name);

function modeVariant(mode: string, settings: Record<string, unknown>): Variant {
  const { viewport: given, diffThreshold, diffIncludeAntiAliasing, ...globals } = settings;
  const variant: Variant = {
    suffix: `[${mode}]`,
    terms: {
      ...(typeof diffThreshold === 'number' && { diffThreshold }),
      ...(typeof diffIncludeAntiAliasing === 'boolean' && { diffIncludeAntiAliasing }),
    },
  };
  if (Object.keys(globals).length > 0) variant.globals = globals;
  if (given === undefined || given === null) return variant;
  const viewport = readViewport(given, shipped);
  if (viewport) return { ...variant, viewport };
  const names = [...shipped.keys()].slice(0, 4).join(', ');
  const shown = [...JSON.stringify(given)].slice(0, 200).join('');
  const problem = `mode "${mode}": ${shown} is not a viewport; use a width, {width, height}, or a name such as ${names}`;
  return { ...variant, problem };
}

function widthVariant(width: number): Variant {
  const viewport = readViewport(width, shipped);
  if (viewport) return { suffix: `__${width}`, viewport };
  const problem = `${width} in parameters.viewports is not a width; use whole CSS pixels from 1 to 10000`;
  return { suffix: `__${width}`, problem };
}

function variantsOf({ parameters = {} }: StoryEntry): Variant[] {
  const { modes = {}, viewports = [], viewport, problem } = parameters;
  // What the service could not read it explains better: it knows the book.
  const complete = (variant: Variant): Variant => ({
    ...(viewport && { viewport }),
    ...variant,
    ...(problem && { problem }),
  });
  const named = Object.entries(modes);
  if (named.length > 0) return named.map((mode) => complete(modeVariant(...mode)));
  // The same width twice is the same image.
  const widths = [...new Set(viewports)];
  if (widths.length > 0) return widths.map((width) => complete(widthVariant(width)));
  return [complete({ suffix: '' })];
}

const copiedParameters = [
  'delay',
  'selector',
  'cropToViewport',
  'ignoreSelectors',
  'ignore',
  'diffThreshold',
  'diffIncludeAntiAliasing',
  'pauseAnimationAtEnd',
  'forcedColors',
  'prefersReducedMotion',
  'media',
] as const satisfies (keyof StoryParameters & keyof CaptureTarget)[];

function copyParameters(parameters: StoryParameters = {}): Partial<CaptureTarget> {
  const given = copiedParameters.filter((key) => parameters[key] !== undefined);
  return Object.fromEntries(given.map((key) => [key, parameters[key]]));
}

function targetOf(tool: StoryTool, story: StoryEntry, variant: Variant): CaptureTarget {
  const { id, title, tags = [] } = story;
  const { suffix, viewport, globals, terms, problem } = variant;
  return {
    name: storyNameOf(story) + suffix,
    url: storyUrl(tool, story.url, globals ?? {}),
    ...(viewport ? { viewport } : {}),
    ...(tool === 'stories-a' ? { framework: tool } : {}),
    ...copyParameters(story.parameters),
    ...terms,
    ...(problem ? { problem } : {}),
    path: [...(title ? title.split('/') : []), story.name + suffix],
    metadata: {
      framework: tool,
      ...(id === undefined ? {} : { storyId: id }),
      tags,
      ...(globals ? { globals } : {}),
    },
  };
}

/**
 * The targets that a story stands for: one for each mode, else one for each width, else one; none for a disabled story. A
 * story with a mode, width or name that cannot be read has a target that fails and says why.
 */
export const storyTargets = (story: StoryEntry, tool: StoryTool): CaptureTarget[] =>
  story.parameters?.disable === true
    ? []
    : variantsOf(story).map((variant) => fitTarget(targetOf(tool, story, variant)));
