import type { CaptureTarget } from '@svc/sdk';
import { CliError } from '../CliError.js';

type Check = (value: unknown) => string | null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text: Check = (value) =>
  typeof value === 'string' && value !== '' ? null : 'must be a text that is not empty';
const flag: Check = (value) => (typeof value === 'boolean' ? null : 'must be true or false');
const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? null : 'must be a list of texts';
const object: Check = (value) => (isObject(value) ? null : 'must be an object');
const milliseconds: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 60_000 ? null : 'must be milliseconds from 0 to 60000';
const share: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? null : 'must be a number from 0 to 1';
const address: Check = (value) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? null
    : 'must be an http or https address';
const isSide = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 10_000;
const size: Check = (value) =>
  isObject(value) && isSide(value.width) && isSide(value.height)
    ? null
    : 'must be {"width": …, "height": …} in whole CSS pixels from 1 to 10000';
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isPlace = (value: unknown) =>
  typeof value === 'string' ||
  (isObject(value) && [value.x, value.y, value.width, value.height].every(isNumber));
const places: Check = (value) =>
  Array.isArray(value) && value.every(isPlace)
    ? null
    : 'must be an array of selectors and of boxes {"x": …, "y": …, "width": …, "height": …}';
const storyTool: Check = (value) => (value === 'stories-a' ? null : 'must be "stories-a"');

const required: Record<string, Check> = { name: text, url: address };
const checks: Record<keyof CaptureTarget, Check> = {
  name: text,
  url: address,
  selector: text,
  viewport: size,
  framework: storyTool,
  delay: milliseconds,
  cropToViewport: flag,
  ignoreSelectors: texts,
  ignore: places,
  path: texts,
  metadata: object,
  diffThreshold: share,
  diffIncludeAntiAliasing: flag,
  pauseAnimationAtEnd: flag,
  forcedColors: text,
  prefersReducedMotion: text,
  media: text,
  problem: text,
};

/** `problem` is what svc itself says of a story. */
const shownFields = Object.keys(checks).filter((field) => field !== 'problem');

const isTarget = (entry: Record<string, unknown>): entry is Record<string, unknown> & CaptureTarget =>
  Object.keys(required).every((field) => field in entry);

/** `entry 3 ("Home")`: its place, from 1, and its name where it has one. */
const entryLabel = (entry: unknown, index: number) => {
  const name = isObject(entry) && typeof entry.name === 'string' ? ` ("${entry.name}")` : '';
  return `entry ${index + 1}${name}`;
};

function parseEntry(entry: unknown, label: string): CaptureTarget {
  const refuse = (what: string) => new CliError('TARGETS_FILE_INVALID', `${label}: ${what}`);
  if (!isObject(entry)) throw refuse('must be an object with name and url');
  for (const field of Object.keys(required)) {
    if (!(field in entry)) throw refuse(`${field} is missing`);
  }
  for (const [field, value] of Object.entries(entry)) {
    const check = Object.hasOwn(checks, field) ? checks[field as keyof CaptureTarget] : undefined;
    if (!check) throw refuse(`${field} is not a field of a target; the fields are ${shownFields.join(', ')}`);
    const problem = check(value);
    if (problem) throw refuse(`${field} ${problem}`);
  }
  if (!isTarget(entry)) throw refuse('must be an object with name and url');
  return entry;
}

function refuseDuplicates(targets: CaptureTarget[], file: string): void {
  const seen = new Map<string, number>();
  targets.forEach(({ name, viewport }, index) => {
    const slot = `${name.normalize('NFC')}\n${viewport ? `${viewport.width}x${viewport.height}` : ''}`;
    const earlier = seen.get(slot);
    if (earlier !== undefined) {
      throw new CliError(
        'TARGETS_FILE_INVALID',
        `${file}: entries ${earlier + 1} and ${index + 1} are both named "${name}" with the same viewport; rename one of them`,
      );
    }
    seen.set(slot, index);
  });
}

function parseJson(json: string, file: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    // V8 says `Unexpected token 'x', "[x]" is not valid JSON`, which would say it twice.
    const where = why.replace(/^(.*?), (.*) is not valid JSON$/s, '$1 in $2').replace(/ in JSON at/, ' at');
    throw new CliError('TARGETS_FILE_INVALID', `${file} is not valid JSON: ${where}`, { cause });
  }
}

/**
 * The targets that the text of a targets file describes.
 * @throws CliError that names the entry and the field
 */
export function parseTargets(json: string, file: string): CaptureTarget[] {
  const entries = parseJson(json, file);
  if (!Array.isArray(entries)) {
    throw new CliError(
      'TARGETS_FILE_INVALID',
      `${file} must hold a JSON array of {"name", "url", "viewport"}`,
    );
  }
  if (entries.length === 0) throw new CliError('TARGETS_FILE_INVALID', `${file} holds no targets`);
  const targets = entries.map((entry, index) => parseEntry(entry, `${file}, ${entryLabel(entry, index)}`));
  refuseDuplicates(targets, file);
  return targets;
}
