import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('environments/', import.meta.url));

/**
 * The variables that a CI sets, as a file of `environments` lists them, and the event that they name.
 * @param values what stands for `@name@` in both, such as the ids of commits
 * @param place folder that gets the file of the event, another one at each call
 */
export function readEnvironment(
  name: string,
  values: Record<string, string>,
  place: string,
): Record<string, string> {
  const event = join(mkdtempSync(join(place, 'event-')), `${name}.json`);
  const fill = (text: string) =>
    text.replace(/@(\w+)@/g, (_, key: string) => {
      const value = key === 'event' ? event : values[key];
      if (value === undefined) throw new Error(`${name} needs a value for ${key}`);
      return value;
    });
  const payload = join(folder, `${name}.json`);
  if (existsSync(payload)) writeFileSync(event, fill(readFileSync(payload, 'utf8')));
  const lines = fill(readFileSync(join(folder, `${name}.env`), 'utf8')).split('\n');
  return Object.fromEntries(
    lines.filter(Boolean).map((line) => {
      const index = line.indexOf('=');
      return [line.slice(0, index), line.slice(index + 1)];
    }),
  );
}
