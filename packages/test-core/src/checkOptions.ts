/** What is wrong with a value in words, or true. */
export type OptionRule = (value: unknown) => true | string;
export type OptionRules = Readonly<Record<string, OptionRule>>;

export const among =
  (...values: readonly string[]): OptionRule =>
  (value) =>
    values.includes(value as string) || `must be ${values.map((one) => JSON.stringify(one)).join(' or ')}`;

export const isFlag: OptionRule = (value) => typeof value === 'boolean' || 'must be true or false';

/** The options that every plugin has. */
export const runRules = {
  suite: (value) => (typeof value === 'string' && value.trim() !== '') || 'must be a name',
  mode: among('assert', 'report'),
  onUploadError: among('fail', 'warn'),
  attach: among('changed', 'all'),
  antiAliasing: isFlag,
  layout: isFlag,
  threshold: (value) =>
    (typeof value === 'number' && value >= 0 && value <= 1) || 'must be a number from 0 to 1',
  tags: (value) =>
    (Array.isArray(value) && value.every((tag) => typeof tag === 'string')) || 'must be a list of words',
} satisfies OptionRules;

/**
 * @param name of the function that is given the options
 * @param example of a call
 * @throws Error that says which option is wrong, and what it may be
 */
export function checkOptions(
  name: string,
  example: string,
  options: object,
  rules: OptionRules = runRules,
): void {
  if (typeof options !== 'object' || options === null)
    throw new Error(`${name}: options are missing: ${example}`);
  refuseUnknown(name, options, rules);
  if (Reflect.get(options, 'suite') === undefined) throw new Error(`${name}: suite is missing: ${example}`);
  refuseWrong(name, options, rules);
}

/**
 * Of a function whose options say less than the configuration does.
 * @throws Error that says which option is wrong, and what it may be
 */
export function checkOwnOptions(name: string, options: object, rules: OptionRules): void {
  refuseUnknown(name, options, rules);
  refuseWrong(name, options, rules);
}

function refuseUnknown(name: string, options: object, rules: OptionRules): void {
  for (const key of Object.keys(options)) {
    if (!Object.hasOwn(rules, key))
      throw new Error(`${name}: unknown option "${key}"; the options are ${Object.keys(rules).join(', ')}`);
  }
}

function refuseWrong(name: string, options: object, rules: OptionRules): void {
  for (const [key, rule] of Object.entries(rules)) {
    const value: unknown = Reflect.get(options, key);
    const verdict = value === undefined || rule(value);
    if (verdict !== true) throw new Error(`${name}: ${key} ${verdict}`);
  }
}
