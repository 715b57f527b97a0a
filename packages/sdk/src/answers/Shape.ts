type KindOf<Value> = Value extends readonly unknown[]
  ? 'array'
  : Value extends string
    ? 'string'
    : Value extends number
      ? 'number'
      : Value extends boolean
        ? 'boolean'
        : 'object';

/**
 * Fields that every version of the service answers, each with what `typeof` says of it or `array`: an answer that lacks one is
 * not the service's. Fields that some versions lack do not belong here.
 */
export type Shape<Answer> = { readonly [Field in keyof Answer]?: KindOf<Answer[Field]> };

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

/** The first field that an answer lacks, or has as something else; null for none. */
export function missingField<Answer>(answer: object, shape: Shape<Answer>): string | null {
  const missing = Object.entries(shape).find(([field, kind]) => kindOf(Reflect.get(answer, field)) !== kind);
  return missing?.[0] ?? null;
}
