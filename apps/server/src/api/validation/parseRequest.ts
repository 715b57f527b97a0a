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

/**
 * A part of a request as its schema makes it.
 * @param part what the message calls it as a whole
 * @throws ServiceError VALIDATION_ERROR that names each refused field, and why
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part = 'The request',
): z.output<Schema> {
  const parsed = schema.safeParse(value ?? undefined, { error: describeIssue });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(
    ({ path, message }): ErrorDetail => ({ path: fieldPath(path), message }),
  );
  const [first] = details;
  const rest = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
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
      return { value: parseRequest(schema, value, part) };
    } catch (error) {
      if (error instanceof ServiceError) return { error };
      throw error;
    }
  };
};
