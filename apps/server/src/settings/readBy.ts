import { z } from 'zod';

// The description of each type says what is wanted, as it follows after "must be".

/** A type whose text is read by `read`, which returns undefined for a bad text. */
export const readBy = <Value>(
  wanted: string,
  read: (text: string) => Value | undefined,
): z.ZodType<Value, string> =>
  z
    .string()
    .transform((text, context): Value => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: wanted });
      return z.NEVER;
    })
    .describe(wanted);

/** A type of a list with commas, whose parts are read by `read`. */
export const listBy = <Value>(
  wanted: string,
  read: (part: string) => Value | undefined,
): z.ZodType<Value[], string> =>
  readBy(wanted, (text) => {
    const values: Value[] = [];
    for (const part of partsOf(text)) {
      const value = read(part);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  });

export const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** A percent-encoded part of an address; undefined where its encoding is not valid. */
export const textIn = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};
