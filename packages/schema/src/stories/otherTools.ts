import type { StoryParameters } from '../site.js';
import { isRecord } from './isRecord.js';

/** Which field of another tool's parameters a field of ours is, and what it holds. */
type Fields = Partial<Record<keyof StoryParameters, Field>>;

interface Field {
  /** As it is called there. */
  name: string;
  value: unknown;
}

/** Reads the parameters that stories have for another tool. Null where there are none. */
export type ReadOther = (given: unknown) => Fields | null;

const fieldOf = (given: Record<string, unknown>, ...names: string[]): Field => {
  const name = names.find((one) => given[one] !== undefined && given[one] !== null) ?? names[0] ?? '';
  return { name, value: given[name] };
};

const own: ReadOther = (given) =>
  isRecord(given)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { name, value }]))
    : null;

const withoutModes = (modes: unknown, isOff: (mode: Record<string, unknown>) => boolean) =>
  isRecord(modes)
    ? Object.fromEntries(Object.entries(modes).filter(([, mode]) => !(isRecord(mode) && isOff(mode))))
    : modes;

const chromatic: ReadOther = (given) =>
  isRecord(given)
    ? {
        ...own(given),
        disable: fieldOf(given, 'disableSnapshot', 'disable'),
        modes: { name: 'modes', value: withoutModes(given.modes, ({ disable }) => disable === true) },
      }
    : null;

const percy: ReadOther = (given) =>
  isRecord(given)
    ? {
        disable: fieldOf(given, 'skip'),
        viewports: fieldOf(given, 'widths'),
        delay: fieldOf(given, 'waitForTimeout'),
        selector: fieldOf(given, 'scope'),
      }
    : null;

const argos: ReadOther = (given) =>
  isRecord(given)
    ? { modes: { name: 'modes', value: withoutModes(given.modes, ({ disabled }) => disabled === true) } }
    : null;

const happo: ReadOther = (given) => {
  if (given === false) return { disable: { name: 'happo', value: true } };
  return isRecord(given) ? { delay: fieldOf(given, 'delay') } : null;
};

const lostPixel: ReadOther = (given) => {
  if (!isRecord(given)) return null;
  const masks = Array.isArray(given.mask)
    ? given.mask.map((mask) => isRecord(mask) && mask.selector)
    : given.mask;
  return {
    disable: fieldOf(given, 'disable'),
    viewports: fieldOf(given, 'breakpoints'),
    delay: fieldOf(given, 'waitBeforeScreenshot'),
    selector: fieldOf(given, 'elementLocator'),
    ignoreSelectors: { name: 'mask', value: masks },
  };
};

/** The parameters that are read, the first that a story has: ours before all others. */
export const readers = { svc: own, chromatic, percy, argos, lostpixel: lostPixel, happo } as const;
