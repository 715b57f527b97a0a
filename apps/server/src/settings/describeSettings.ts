import { isSubject, subjects } from './settings.js';
import { settingsOf, shownDefault } from './settingsTable.js';

/** Columns of the names. */
const nameWidth = 30;

/**
 * Every setting by subject, as plain text for a terminal.
 * @param item lays out one line of a name and its text
 */
export const describeSettings = (
  item: (name: string, text: string) => string = (name, text) => `  ${name.padEnd(nameWidth)}${text}`,
): string =>
  Object.entries(subjects)
    .map(([subject, title]) =>
      [
        `${title}:`,
        ...(isSubject(subject) ? settingsOf(subject) : []).map(([name, setting]) => {
          const standard = shownDefault(setting);
          return item(name, plain(`${setting.meaning}${standard ? ` (default: ${standard})` : ''}`));
        }),
      ].join('\n'),
    )
    .join('\n\n');

const plain = (markdown: string): string => markdown.replaceAll('`', '');
