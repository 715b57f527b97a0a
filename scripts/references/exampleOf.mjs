/** What a field of this name looks like, where its schema asks for more than a type. */
const known = {
  branch: 'topic',
  codeVerifier: '0123456789abcdef'.repeat(4),
  commit: '9c462fd9c0d5111e8742002a4ecabc5b24c94931',
  email: 'ada@example.com',
  expires: '2026-12-24T10:00:00.000Z',
  name: 'Button',
  repository: 'acme/web',
  suite: 'default',
  url: 'https://staging.example.com/',
};

/**
 * An example of what a JSON Schema describes: what is required, and of lists one item.
 *
 * @param {object} schema as zod writes it
 * @param {string} [name] the name of the field that has it
 * @param {object} [root] the schema that `$ref` starts from
 */
export function exampleOf(schema, name = '', root = schema) {
  if (schema.$ref !== undefined) return exampleOf(followReference(schema.$ref, root), name, root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return exampleOf(variants[0], name, root);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, root)));
  switch (schema.type) {
    case 'object':
      return exampleOfObject(schema, root);
    case 'array':
      return [exampleOf(schema.items ?? {}, name.replace(/s$/, ''), root)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, Math.min(1, schema.maximum ?? 1));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return namedExample(schema, name) ?? exampleOfString(schema, name);
  }
}

function exampleOfObject({ properties = {}, required = [] }, root) {
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, name, root)]));
}

/** The known text where it fits, else the same in lower case. */
function namedExample({ pattern }, name) {
  const text = known[name];
  if (text === undefined || pattern === undefined || new RegExp(pattern, 'u').test(text)) return text;
  return new RegExp(pattern, 'u').test(text.toLowerCase()) ? text.toLowerCase() : undefined;
}

function exampleOfString({ format, pattern, minLength = 0 }, name) {
  if (format === 'date-time') return known.expires;
  if (format === 'uri' || format === 'url') return known.url;
  if (format === 'email') return known.email;
  const [, length] = /^\^\[[^\]]+\]\{(\d+)\}\$$/.exec(pattern ?? '') ?? [];
  if (length) return '0123456789abcdef'.repeat(8).slice(0, Number(length));
  const text = name || 'text';
  return text.padEnd(minLength, '-');
}

function followReference(reference, root) {
  return reference
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .reduce((schema, step) => schema[step], root);
}
