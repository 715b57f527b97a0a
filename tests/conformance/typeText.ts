import { z } from 'zod';

/**
 * The type that a schema gives, in the words of TypeScript.
 * @param names what to call a schema that has a name
 */
export function typeText(schema: unknown, names: ReadonlyMap<unknown, string> = new Map()): string {
  const text = (inner: unknown): string => names.get(inner) ?? typeText(inner, names);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return text(schema.unwrap());
  if (schema instanceof z.ZodNullable) return `${text(schema.unwrap())} | null`;
  if (schema instanceof z.ZodPipe) return text(schema.out);
  if (schema instanceof z.ZodArray) {
    const element = text(schema.element);
    return element.includes(' | ') ? `(${element})[]` : `${element}[]`;
  }
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `'${option}'`).join(' | ');
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `'${value}'`).join(' | ');
  if (schema instanceof z.ZodRecord) return `Record<${text(schema.keyType)}, ${text(schema.valueType)}>`;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    return `{${fields.map(([name, field]) => `${name}: ${text(field)}`).join(', ')}}`;
  }
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return 'string';
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'boolean';
  if (schema instanceof z.ZodUnknown) return 'unknown';
  throw new Error(`no words for ${schema}`);
}
