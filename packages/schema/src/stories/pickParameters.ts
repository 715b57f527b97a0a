import { captureTarget } from '../capture.js';
import type { Viewport } from '../primitives.js';
import { type StoryParameters, storyParameters } from '../site.js';
import { type NamedViewports, namedViewports, readViewport, side } from '../viewports.js';
import { storable } from '../words/storable.js';
import { isRecord } from './isRecord.js';
import { readers } from './otherTools.js';
import { storyUrl } from './storyUrl.js';

/** What a story of any tool's book says about its capture. */
export type BookParameters = Partial<Record<keyof typeof readers, unknown>> & {
  /** Of Storybook's toolbar. */
  viewport?: unknown;
  /** The globals that the story fixes. */
  globals?: unknown;
};

/** The parameters of a Storybook that say something about captures. */
export const readParameters = [...Object.keys(readers), 'viewport'] as const;

/** What a field has to be, in words. */
const wanted: Record<keyof StoryParameters, string> = {
  delay: 'a number of milliseconds from 0 to 60000',
  modes: 'an object with an object for each mode',
  viewports: 'a list of widths in CSS pixels from 1 to 10000',
  viewport: 'a viewport',
  disable: 'true or false',
  selector: 'a CSS selector',
  cropToViewport: 'true or false',
  ignoreSelectors: 'a list of CSS selectors',
  ignore: 'a list of CSS selectors and of boxes {x, y, width, height}',
  diffThreshold: 'a number from 0 to 1',
  diffIncludeAntiAliasing: 'true or false',
  pauseAnimationAtEnd: 'true or false',
  forcedColors: '"active" or "none"',
  prefersReducedMotion: '"reduce" or "no-preference"',
  media: '"screen" or "print"',
  problem: 'a text',
};

const { name: targetName, metadata: targetMetadata } = captureTarget.shape;

/** The fields that are copied to every target, with the limits that those have. */
const shapes = {
  ...storyParameters.shape,
  ...captureTarget.pick({
    delay: true,
    selector: true,
    ignoreSelectors: true,
    ignore: true,
    diffThreshold: true,
    forcedColors: true,
    prefersReducedMotion: true,
    media: true,
  }).shape,
};

/**
 * The parameters of a story that matter for its capture: those of `svc`, else those of the first other tool that it has
 * some for. Viewports that are named come back as sizes. What cannot be read is left out and becomes the `problem`, with
 * which the story fails: it would otherwise be captured in a way that nobody asked for.
 * @returns undefined when nothing is set
 */
export function pickParameters(parameters: BookParameters): StoryParameters | undefined {
  const named = namedViewports(parameters.viewport);
  const problems: string[] = [];
  const picked = pick(parameters, problems);
  const modes = picked.modes && readModes(picked.modes, named, problems);
  const viewport = ownViewport(parameters, named, problems);
  const found: StoryParameters = {
    ...picked,
    ...(modes && { modes }),
    ...(viewport && { viewport }),
    ...(problems[0] !== undefined && { problem: storable(cut(problems[0], 500)) }),
  };
  return Object.keys(found).length > 0 ? found : undefined;
}

/** The fields that a story may have in `svc`. */
const ownFields = Object.keys(wanted).filter((field) => field !== 'viewport' && field !== 'problem');

/** Other tools know more fields than svc reads; what svc itself does not know is a mistake. */
function noteUnknown(svc: unknown, problems: string[]): void {
  if (svc === undefined || svc === null) return;
  const allowed = `the fields are ${ownFields.join(', ')}`;
  if (!isRecord(svc)) problems.push(`parameters.svc: ${textOf(svc)} is not an object; ${allowed}`);
  else
    for (const field of Object.keys(svc))
      if (!ownFields.includes(field))
        problems.push(`parameters.svc.${cut(field, 100)} is not a field; ${allowed}`);
}

function pick(parameters: BookParameters, problems: string[]): StoryParameters {
  noteUnknown(parameters.svc, problems);
  for (const [tool, read] of Object.entries(readers)) {
    const fields = read(parameters[tool as keyof typeof readers]);
    if (!fields) continue;
    const entries = Object.entries(shapes).flatMap(([field, shape]) => {
      const { name, value } = fields[field as keyof StoryParameters] ?? { name: '', value: undefined };
      if (value === undefined || value === null || field === 'viewport' || field === 'problem') return [];
      const parsed = shape.safeParse(numbersOf(field, value));
      if (parsed.success) return [[field, parsed.data]];
      const what = wanted[field as keyof StoryParameters];
      problems.push(`parameters.${tool}.${name}: ${textOf(value)} is not ${what}`);
      return [];
    });
    return storyParameters.parse(Object.fromEntries(entries));
  }
  return {};
}

/** Numbers may be given as text, widths with their unit. */
function numbersOf(field: string, value: unknown): unknown {
  if (field === 'viewports') return Array.isArray(value) ? value.map((width) => side(width)) : value;
  const isNumeric = field === 'delay' || field === 'diffThreshold';
  return isNumeric && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}

type Modes = NonNullable<StoryParameters['modes']>;

/** What can be read of modes, with sizes for named viewports. */
function readModes(modes: Modes, named: NamedViewports, problems: string[]): Modes {
  const names = new Set<string>();
  return Object.fromEntries(
    Object.entries(modes).flatMap(([name, mode]) => {
      const problem = names.has(name.normalize()) ? 'another mode has this name' : modeProblem(name, mode);
      names.add(name.normalize());
      if (problem === null) return [[name, readMode(name, mode, named, problems)]];
      problems.push(`mode ${textOf(name)}: ${problem}`);
      return [];
    }),
  );
}

/** In characters: what names of targets and their addresses can have, with room for the story. */
const longestModeName = 200;
const longestMode = 4_000;

/** Why no target can be made of a mode; null where one can. */
function modeProblem(name: string, mode: Modes[string]): string | null {
  if (name.length > longestModeName || !targetName.safeParse(`[${name}]`).success)
    return `a name of a mode has at most ${longestModeName} characters, and no control characters`;
  const unstorable = targetMetadata.safeParse({ globals: mode }).error?.issues[0];
  if (unstorable) return `its values ${unstorable.message}`;
  const addresses = (['stories-a', 'stories-b'] as const).map((tool) => storyUrl(tool, '', mode));
  if (addresses.some((address) => address.length > longestMode))
    return `its values are longer than ${longestMode} characters in an address`;
  return null;
}

function readMode(name: string, mode: Modes[string], named: NamedViewports, problems: string[]) {
  const { viewport } = mode;
  const read = { ...mode };
  for (const field of ['diffThreshold', 'diffIncludeAntiAliasing'] as const) {
    const value = mode[field];
    if (value === undefined || value === null) continue;
    const parsed = shapes[field].safeParse(numbersOf(field, value));
    if (!parsed.success) problems.push(`mode ${textOf(name)}: ${textOf(value)} is not ${wanted[field]}`);
    read[field] = parsed.data;
  }
  if (viewport === undefined || viewport === null) return read;
  const size = readViewport(viewport, named);
  if (!size) problems.push(`mode ${textOf(name)}: ${notViewport(viewport, named)}`);
  return { ...read, viewport: size ?? viewport };
}

/** The size in which a story without modes is meant to be seen. */
function ownViewport(
  { globals, viewport, argos, lostpixel }: BookParameters,
  named: NamedViewports,
  problems: string[],
): Viewport | null {
  const fixed = isRecord(globals) ? globals.viewport : undefined;
  const size = isRecord(viewport) ? viewport : {};
  // These two tools show a story in what its viewport parameter says, the others do not.
  const fallback = argos ? size.defaultViewport : lostpixel && (size.width ?? size.height) && size;
  const meant = fixed ?? fallback;
  if (meant === undefined || meant === null || meant === false) return null;
  const read = readViewport(meant, named);
  if (!read) problems.push(`globals.viewport: ${notViewport(meant, named)}`);
  return read;
}

const notViewport = (value: unknown, named: NamedViewports): string =>
  `${textOf(value)} is not a viewport: use a width, {width, height}, or a name from parameters.viewport.options (${[...named.keys()].slice(-8).join(', ')}, …)`;

/** As JSON, which has no lone surrogates. */
const textOf = (value: unknown): string => cut(JSON.stringify(value) ?? String(value), 200);

const cut = (text: string, longest: number): string => [...text].slice(0, longest).join('');
