import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const schema = JSON.parse(readFileSync(new URL('../schemas/output-v2.json', import.meta.url), 'utf8'));

/** Fields may be added to a version, so the schema is open; in tests every field has to be in it. */
const closed = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(closed);
  const entries = Object.entries(value).map(([key, inner]) => [key, closed(inner)]);
  const isOfFields = 'type' in value && value.type === 'object';
  return Object.fromEntries(isOfFields ? [...entries, ['additionalProperties', false]] : entries);
};

const validate = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true }).compile(
  closed(schema) as object,
);

/** What the schema does not allow in a document of `--output json`; null when it is as the schema says. */
export function outputProblems(document: unknown): unknown {
  validate(document);
  return validate.errors ?? null;
}
