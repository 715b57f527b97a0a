import { type Setting, type SettingValues, settings } from './settings.js';

/**
 * Reads every setting separately.
 * @returns the values, with the default for a bad one, and a sentence for each bad one
 */
export function readSettings(env: NodeJS.ProcessEnv): { values: SettingValues; problems: string[] } {
  const problems: string[] = [];
  const entries = Object.entries<Setting>(settings).map(([name, setting]) => {
    const standard = setting.default === undefined ? null : setting.type.parse(setting.default);
    const lower = setting.mayBeLowerCase && env[name.toLowerCase()];
    const given = (lower || env[name])?.trim();
    if (!given) return [name, standard];
    const parsed = setting.type.safeParse(given);
    if (parsed.success) return [name, parsed.data];
    const wanted = setting.type.description;
    if (wanted === undefined) throw new Error(`the type of ${name} has no description`);
    problems.push(`${name} must be ${wanted}${setting.isSecret ? '' : `, not "${given}"`}`);
    return [name, standard];
  });
  return { values: Object.fromEntries(entries), problems };
}
