import { type StoryParameters, storyParameters } from '@svc/schema';

/** How the parameters of another service, which many Storybooks already have, are called here. */
const chromaticNames: Partial<Record<keyof StoryParameters, string>> = { disable: 'disableSnapshot' };

/**
 * The parameters of a story that matter for its capture: those of `svc`, or of `chromatic` where `svc` is absent.
 * A value of the wrong type is dropped.
 * @returns undefined when nothing is set
 */
export function pickParameters(parameters: {
  svc?: unknown;
  chromatic?: unknown;
}): StoryParameters | undefined {
  if (isRecord(parameters.svc)) return pick((field) => Reflect.get(Object(parameters.svc), field));
  if (!isRecord(parameters.chromatic)) return undefined;
  const source = parameters.chromatic;
  const picked = pick((field) => source[chromaticNames[field] ?? field]);
  if (!picked?.modes) return picked;
  const enabled = Object.entries(picked.modes).filter(([, mode]) => mode.disable !== true);
  return { ...picked, modes: Object.fromEntries(enabled) };
}

function pick(read: (field: keyof StoryParameters) => unknown): StoryParameters | undefined {
  const fields = storyParameters.keyof().options;
  const found = fields.flatMap((field) => {
    const parsed = storyParameters.shape[field].safeParse(read(field));
    return parsed.success && parsed.data !== undefined ? [[field, parsed.data]] : [];
  });
  return found.length > 0 ? storyParameters.parse(Object.fromEntries(found)) : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
