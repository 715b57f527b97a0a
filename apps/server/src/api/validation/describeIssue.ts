import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;
type IssueOf<Code extends RawIssue['code']> = Extract<RawIssue, { code: Code }>;

/** What a number may be, ends included; null where that end is open. */
interface NumberRange {
  isInteger: boolean;
  minimum: number | bigint | null;
  maximum: number | bigint | null;
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  int: 'an integer',
  bigint: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  date: 'a date',
  file: 'a file',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'an ISO 8601 date and time',
  date: 'an ISO 8601 date',
  time: 'an ISO 8601 time',
  duration: 'an ISO 8601 duration',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'base64 text',
  base64url: 'base64url text',
};

/** What is wrong with a field, to be read after its name: `is required`, `must be a number from 0 to 1`. */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'too_small':
      return describeSize(issue, 'at least', issue.minimum);
    case 'too_big':
      return describeSize(issue, 'at most', issue.maximum);
    case 'invalid_format':
      return describeFormat(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have the ${issue.keys.length === 1 ? 'field' : 'fields'} ${quoted(issue.keys, 'and')}`;
    case 'invalid_union':
      return describeUnion(issue);
    case 'invalid_key':
      return `has a key that ${issue.issues[0]?.message ?? 'is not valid'}`;
    case 'invalid_element':
      return `has an entry ${JSON.stringify(issue.key)} that ${issue.issues[0]?.message ?? 'is not valid'}`;
    case 'invalid_value':
      return isMissing(issue) ? 'is required' : `must be ${quoted(issue.values.map(String), 'or')}`;
    case 'custom':
      return isMissing(issue) ? 'is required' : 'is not valid';
  }
}

const isMissing = ({ input }: RawIssue) => input === undefined;

function describeType(issue: IssueOf<'invalid_type'>): string {
  if (issue.expected === 'never' || issue.expected === 'undefined') return 'must not be given';
  if (isMissing(issue)) return 'is required';
  if (issue.expected === 'number' || issue.expected === 'int') return numberText(rangeOf(issue));
  return `must be ${nouns[issue.expected] ?? `of the type ${issue.expected}`}`;
}

function rangeOf({ schema, expected }: RawIssue): NumberRange {
  if (!(schema instanceof z.ZodNumber))
    return { isInteger: expected === 'int', minimum: null, maximum: null };
  return { isInteger: schema.isInt, minimum: finite(schema.minValue), maximum: finite(schema.maxValue) };
}

/** An integer without a bound is bounded by what a double can hold. */
const finite = (bound: number | null) =>
  bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound;

function numberText({ isInteger, minimum, maximum }: NumberRange): string {
  const noun = isInteger ? 'an integer' : 'a number';
  if (minimum !== null && maximum !== null) return `must be ${noun} from ${minimum} to ${maximum}`;
  if (minimum !== null) return `must be ${noun} of at least ${minimum}`;
  if (maximum !== null) return `must be ${noun} of at most ${maximum}`;
  return `must be ${noun}`;
}

function describeSize(
  issue: IssueOf<'too_small' | 'too_big'>,
  relation: 'at least' | 'at most',
  bound: number | bigint,
): string {
  const many = issue.exact ? 'exactly' : relation;
  const isOne = Number(bound) === 1;
  switch (issue.origin) {
    case 'string':
      if (relation === 'at least' && isOne && !issue.exact) return 'must not be empty';
      return `must have ${many} ${bound} ${isOne ? 'character' : 'characters'}`;
    case 'array':
    case 'set':
    case 'map':
      if (relation === 'at least' && isOne && !issue.exact) return 'must not be empty';
      return `must have ${many} ${bound} ${isOne ? 'entry' : 'entries'}`;
    case 'file':
      return `must have ${many} ${bound} ${isOne ? 'byte' : 'bytes'}`;
    case 'date':
      return `must be ${relation} ${new Date(Number(bound)).toISOString()}`;
    default: {
      if (issue.inclusive === false)
        return `must be ${relation === 'at least' ? 'greater' : 'less'} than ${bound}`;
      return numberText({ ...rangeOf(issue), [relation === 'at least' ? 'minimum' : 'maximum']: bound });
    }
  }
}

function describeFormat(issue: IssueOf<'invalid_format'>): string {
  const { format, prefix, suffix, includes } = issue as Record<string, unknown>;
  if (prefix !== undefined) return `must start with "${prefix}"`;
  if (suffix !== undefined) return `must end with "${suffix}"`;
  if (includes !== undefined) return `must contain "${includes}"`;
  if (format === 'regex') return `must match ${issue.pattern}`;
  return `must be ${formats[issue.format] ?? `of the form ${issue.format}`}`;
}

/** The alternatives of a union, as far as each says in one word what it wants. */
function describeUnion(issue: IssueOf<'invalid_union'>): string {
  if (isMissing(issue)) return 'is required';
  if (issue.inclusive === false) return 'matches more than one of its forms';
  const options = issue.options?.map(String) ?? [];
  if (options.length > 0) return `must be ${quoted(options, 'or')}`;
  const wanted = issue.errors.flatMap(([first]) => /^must be (.*)$/.exec(first?.message ?? '')?.[1] ?? []);
  const isWhole = issue.errors.every((issues) => issues.every(({ path }) => path.length === 0));
  return isWhole && wanted.length > 0
    ? `must be ${listed([...new Set(wanted)], 'or')}`
    : 'has none of its forms';
}

const quoted = (words: readonly string[], conjunction: string) =>
  listed(
    words.map((word) => `"${word}"`),
    conjunction,
  );

const listed = (words: readonly string[], conjunction: string) =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words[words.length - 1]}`;
