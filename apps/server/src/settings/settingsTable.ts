import { isSubject, type Setting, type Subject, settings } from './settings.js';

/** The settings of a subject, by name. */
export const settingsOf = (subject: Subject): [string, Setting][] =>
  Object.entries<Setting>(settings).filter(([, setting]) => setting.subject === subject);

/** What applies while a setting is unset, in Markdown; empty where nothing does. */
export const shownDefault = ({ default: standard, shownDefault: words }: Setting): string =>
  words ?? (standard ? `\`${standard}\`` : '');

/** A Markdown table with its columns aligned. */
export function settingsTable(subject: Subject): string {
  const rows = [
    ['Variable', 'Default', 'Meaning'],
    ...settingsOf(subject).map(([name, setting]) => [`\`${name}\``, shownDefault(setting), setting.meaning]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[], filler = ' ') =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`;
  const [head = [], ...body] = rows.map((row) => line(row));
  return [head, line(['', '', ''], '-'), ...body].join('\n');
}

/**
 * Fills each `<!-- settings: <subject> -->` … `<!-- /settings -->` of a Markdown text with its table.
 * @param onSubject receives each table
 */
export const fillSettingsTables = (markdown: string, onSubject: (subject: Subject) => void): string =>
  markdown.replace(/(?<=<!-- settings: (\w+) -->\n).*?(?=<!-- \/settings -->)/gs, (_old, subject: string) => {
    if (!isSubject(subject)) throw new Error(`There is no subject "${subject}" of settings`);
    onSubject(subject);
    return `\n${settingsTable(subject)}\n\n`;
  });
