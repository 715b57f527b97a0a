const gone = '[redacted]';

/** The ends of names of what is secret, without what joins their words. */
const secretNames =
  /(authorization|cookie|password|passwd|secret|token|apikey|privatekey|credentials?|signature|connectionstring|databaseurl)$/i;

const isSecret = (name: string): boolean => secretNames.test(name.replaceAll(/[^a-z]/gi, ''));

/** Deeper than anything that is logged on purpose. */
const deepest = 8;

/** Fields without the values of those whose names say that they are secret. Errors are left to their serializer. */
export function redactFields(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error) return value;
  if (depth === deepest) return gone;
  if (Array.isArray(value)) return value.map((item) => redactFields(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isSecret(name) && field !== null && field !== undefined ? gone : redactFields(field, depth + 1),
    ]),
  );
}

/** What secrets look like within other text. None of it reaches over the end of a string in JSON. */
const patterns: readonly [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?(-----END [A-Z ]*PRIVATE KEY-----|(?="))/g, gone],
  // User and password of an address.
  [/(:\/\/)[^\s/@"\\]*:[^\s/@"\\]*@/g, `$1${gone}@`],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${gone}`],
  // Keys of this service, tokens of GitHub, GitLab and Slack, identity tokens, access keys of S3.
  [/\bsvc_[\w-]{16,}/g, gone],
  [/\b(gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-)[\w-]{8,}/g, gone],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, gone],
  [/\b(AKIA|ASIA)[A-Z0-9]{16}\b/g, gone],
  // Of addresses that are secrets themselves.
  [/(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[^\s"\\?]+/g, `$1${gone}`],
  [/(discord(?:app)?\.com\/api\/webhooks\/)[^\s"\\?]+/g, `$1${gone}`],
  [
    /([?&](?:[\w-]*(?:token|signature|secret|password|apikey|api_key|credential)|key|sig|code|state)=)[^&\s"\\#]+/gi,
    `$1${gone}`,
  ],
];

/** A line of JSON, or other text, without what looks like a secret. */
export const redactText = (text: string): string =>
  patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
