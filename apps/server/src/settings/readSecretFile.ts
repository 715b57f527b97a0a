import { readFileSync } from 'node:fs';
import type { SettingName } from './settings.js';

/** What goes wrong between settings, told beside what is wrong with each. */
export type Report = (problem: string) => void;

/** The text of a file that a setting names; null where it cannot be read, which is reported. */
export function readSecretFile(name: SettingName, file: string, report: Report): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    report(`${name} cannot be read: ${error instanceof Error ? error.message : error}`);
    return null;
  }
}
