import { z } from 'zod';
import { exampleOf } from './exampleOf.mjs';

const callers = {
  project: 'an API key of the project, or a member of its organization',
  organisation: 'a member of the organization',
  person: 'a signed-in person',
  identity: 'a person or an API key',
  public: 'anyone',
  signed: 'anyone with a signed address or body',
};

/**
 * The reference page of the API: every operation, who may call it, and an example of its body.
 *
 * @param {Record<string, import('@svc/schema').Operation>} operations
 */
export function formatOperations(operations) {
  const groups = Map.groupBy(
    Object.entries(operations),
    ([, { path }]) => path.split('/').find((part) => !['', 'api', 'v1'].includes(part)) ?? '',
  );
  const sections = [...groups]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(
      ([subject, members]) =>
        `## ${titleOf(subject)}\n\n${members.map(([name, one]) => formatOperation(name, one)).join('\n\n')}`,
    );
  return `# API

Every operation of the service below \`/api/v1\`. The service describes them as OpenAPI at \`/docs/api/json\`, with every field, and
has pages to try them at \`/docs/api\`. The [SDK](../packages/sdk/README.md) calls them with types, retries and idempotency keys.

A key of a project goes into the header \`X-API-Key\`:

\`\`\`sh
curl --fail --header "X-API-Key: $SVC_API_KEY" "$SVC_API_URL/api/v1/suites"
\`\`\`

Examples of bodies have the required fields alone. Errors, limits and states are in the [conformance tables](conformance.md).

${sections.join('\n\n')}
`;
}

function formatOperation(name, operation) {
  const { method, path, summary, access, needs, query } = operation;
  const allowed = needs ? `${callers[access]}, with the right to ${needs}` : callers[access];
  const lines = [
    `### ${name}`,
    `${summary}.`,
    `\`${method} ${path}\`, for ${allowed}.${query ? ` Query: ${listFields(query)}.` : ''}`,
  ];
  const body = bodyExample(name, operation);
  if (body !== undefined) lines.push(`\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``);
  return lines.join('\n\n');
}

/** What rules between fields ask for besides, which no JSON Schema says. */
const besides = {
  addIgnoreArea: { name: 'Dashboard', element: '#clock' },
  ignoreChanges: { snapshots: ['Dashboard'] },
  stopIgnoring: { snapshots: ['Dashboard'] },
};

/** An example of the JSON that an operation takes; undefined where it takes none. */
export function bodyExample(name, { body }) {
  return body && { ...exampleOf(jsonSchemaOf(body)), ...besides[name] };
}

const jsonSchemaOf = (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

const listFields = (schema) =>
  Object.keys(jsonSchemaOf(schema).properties ?? {})
    .map((field) => `\`${field}\``)
    .join(', ');

function titleOf(subject) {
  const words = subject.replaceAll('-', ' ').replaceAll('organisation', 'organization');
  return words[0].toUpperCase() + words.slice(1);
}
