import { SvcError } from '../SvcError.js';
import { missingField, type Shape } from './Shape.js';

/** Characters of a foreign text that are worth a look. */
const longestQuote = 60;

/** A foreign text may hold whatever a terminal acts on. */
function quote(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > longestQuote ? `"${line.slice(0, longestQuote)}…"` : `"${line}"`;
}

function describePage(html: string): string {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(html) ?? [];
  return title.trim() ? `an HTML page titled ${quote(title)}` : 'an HTML page';
}

/** Without values, which may be secret: a key, or a login. */
function describeJson<Answer>(text: string, shape: Shape<Answer>): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return 'JSON that is not an object';
    return `a JSON object that lacks "${missingField(value, shape)}"`;
  } catch {
    return 'incomplete JSON';
  }
}

function describeAnswer<Answer>(text: string, shape: Shape<Answer>): string {
  if (text.trim() === '') return 'an empty body';
  if (/^\s*<(?:!doctype html|html|head|body|script)\b/i.test(text)) return describePage(text);
  if (/^\s*(?:[{["\d-]|(?:null|true|false)\s*$)/.test(text)) return describeJson(text, shape);
  return `text that is not JSON, ${quote(text)}`;
}

/** What was answered with a good status, although the service answers nothing like it. */
export function invalidAnswer<Answer>(
  { origin, pathname }: URL,
  { status }: Response,
  text: string,
  shape: Shape<Answer>,
): SvcError {
  return new SvcError({
    code: 'INVALID_RESPONSE',
    message:
      `${origin}${pathname} answered ${status} with ${describeAnswer(text, shape)}, which is not from svc: ` +
      'check the API URL (SVC_API_URL) and any proxy in between',
    statusCode: status,
  });
}
