import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type ErrorDetail, ServiceError } from '../../domain/ServiceError.js';
import { describeIssue } from './describeIssue.js';
import { fieldPath } from './fieldPath.js';

const parts: Readonly<Record<string, string>> = {
  body: 'The body',
  querystring: 'The query',
  params: 'The address',
  headers: 'The header',
};

/** More refused fields than anybody reads are counted, but not described. */
const mostDetails = 100;

interface Parsed {
  /** What the message calls it as a whole. */
  part?: string | undefined;
  /** The path of a field within the request, from that within what is parsed. */
  at?: (path: PropertyKey[]) => PropertyKey[];
}

/**
 * A part of a request as its schema makes it.
 * @throws ServiceError VALIDATION_ERROR that names each refused field, and why
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { part = 'The request', at = (path) => path }: Parsed = {},
): z.output<Schema> {
  const parsed = schema.safeParse(value ?? undefined, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const details = issues
    .slice(0, mostDetails)
    .map(({ path, message }): ErrorDetail => ({ path: fieldPath(at(path)), message }));
  const [first] = details;
  const rest = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  throw new ServiceError(
    'VALIDATION_ERROR',
    `${first?.path || part} ${first?.message ?? 'is not valid'}${rest}`,
    details,
  );
}

/** Lets Fastify validate by {@link parseRequest}. */
export const requestCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart = '' }) => {
  const part = parts[httpPart];
  return (value: unknown) => {
    try {
      return { value: parseRequest(schema, value, { part }) };
    } catch (error) {
      if (error instanceof ServiceError) return { error };
      throw error;
    }
  };
};
