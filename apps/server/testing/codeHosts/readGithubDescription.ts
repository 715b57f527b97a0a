// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** The operations that the service uses; everything else of GitHub's description is left out. */
const operations = [
  'GET /repos/{owner}/{repo}',
  'GET /user/{account_id}',
  'GET /repos/{owner}/{repo}/installation',
  'POST /app/installations/{installation_id}/access_tokens',
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
  'POST /repos/{owner}/{repo}/check-runs',
  'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
  'GET /repos/{owner}/{repo}/compare/{basehead}',
  'GET /repos/{owner}/{repo}/branches/{branch}',
] as const;

export type GithubRoute = (typeof operations)[number];

export interface DescribedOperation {
  route: GithubRoute;
  /** Parts of the path, when it is this operation's; null otherwise. */
  match(method: string, path: string): Record<string, string> | null;
  /** What is wrong with the query or the body, in words; empty when nothing is. */
  problems(query: URLSearchParams, body: unknown): string[];
  /** The example of a success that GitHub gives. */
  example(): unknown;
  /** What is wrong with an answer that this status should carry. */
  answerProblems(status: number, body: unknown): string[];
}

/** GitHub's own description of its REST API, for the operations that the service uses. */
export function readGithubDescription(): DescribedOperation[] {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  const root: JsonObject = JSON.parse(readFileSync(file, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, coerceTypes: false });
  const fromQuery = new Ajv({ strict: false, coerceTypes: true, validateFormats: false });

  const follow = (ref: string): Json =>
    ref
      .slice(2)
      .split('/')
      .reduce<Json>((at, part) => member(at, part.replaceAll('~1', '/').replaceAll('~0', '~')), root);
  const resolve = (value: Json): Json => {
    const ref = isObject(value) ? value.$ref : undefined;
    return typeof ref === 'string' ? resolve(follow(ref)) : value;
  };

  /** A schema that stands alone: what it refers to comes along. */
  function standAlone(schema: Json): JsonObject {
    const definitions: JsonObject = {};
    const inline = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(inline);
      if (!isObject(value)) return value;
      if (typeof value.$ref === 'string') {
        if (value.nullable === true) return inline({ nullable: true, allOf: [{ $ref: value.$ref }] });
        const key = value.$ref.replace(/[^\w-]/g, '.');
        if (!(key in definitions)) {
          definitions[key] = true;
          definitions[key] = inline(follow(value.$ref));
        }
        return { $ref: `#/definitions/${key}` };
      }
      const { nullable, ...rest } = value;
      const inlined = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, inline(one)]));
      // OpenAPI 3.0 says in its own way that null is allowed too.
      return nullable === true ? { anyOf: [inlined, { type: 'null' }] } : inlined;
    };
    const top = inline(schema);
    return { allOf: [top], definitions };
  }

  return operations.map((route): DescribedOperation => {
    const [method = '', path = ''] = route.split(' ');
    const operation = member(member(member(root, 'paths'), path), method.toLowerCase());
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? '');
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`);
    const bodySchema = dig(operation, 'requestBody', 'content', 'application/json', 'schema');
    const checkBody = bodySchema === null ? null : ajv.compile(standAlone(bodySchema));
    const parameters = list(dig(operation, 'parameters')).map(resolve).filter(isObject);
    const queries = parameters.filter((one) => one.in === 'query');
    const checkQuery = fromQuery.compile({
      type: 'object',
      properties: Object.fromEntries(queries.map((one) => [String(one.name), resolve(one.schema ?? true)])),
      required: queries.filter((one) => one.required === true).map((one) => String(one.name)),
      additionalProperties: false,
    });
    const responses = dig(operation, 'responses');
    const success = isObject(responses)
      ? (Object.keys(responses).find((one) => one.startsWith('2')) ?? '')
      : '';
    const answers = new Map<number, ValidateFunction>();
    return {
      route,
      match(asked, at) {
        const found = asked === method ? pattern.exec(at) : null;
        return (
          found &&
          Object.fromEntries(parts.map((part, index) => [part, decodeURIComponent(found[index + 1] ?? '')]))
        );
      },
      problems(query, body) {
        const bad = [...words(checkQuery, Object.fromEntries(query), 'query')];
        if (checkBody) bad.push(...words(checkBody, body, 'body'));
        return bad;
      },
      example() {
        const examples = dig(resolve(member(responses, success)), 'content', 'application/json', 'examples');
        const [first] = isObject(examples) ? Object.values(examples) : [];
        return structuredClone(dig(resolve(first ?? null), 'value'));
      },
      answerProblems(status, body) {
        const content = dig(
          resolve(member(responses, String(status))),
          'content',
          'application/json',
          'schema',
        );
        if (content === null) return [`${status} is not an answer of ${route}`];
        const check = answers.get(status) ?? ajv.compile(standAlone(content));
        answers.set(status, check);
        return words(check, body, 'answer');
      },
    };
  });
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: Json): Json[] => (Array.isArray(value) ? value : []);

function member(value: Json, key: string): Json {
  const found = isObject(value) ? value[key] : undefined;
  if (found === undefined) throw new Error(`GitHub's description has no ${key}`);
  return found;
}

/** What is at a path; null when anything on it is missing. */
const dig = (value: Json, ...keys: string[]): Json =>
  keys.reduce<Json>((at, key) => (isObject(at) ? (at[key] ?? null) : null), value);

function words(check: ValidateFunction, value: unknown, where: string): string[] {
  if (check(value)) return [];
  return (check.errors ?? []).map((one) => `${where}${one.instancePath} ${one.message}`);
}
