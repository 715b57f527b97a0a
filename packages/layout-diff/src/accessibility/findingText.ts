import type { Finding } from './Finding.js';

type Told = Pick<Finding, 'kind' | 'element' | 'property' | 'from' | 'to'>;

/** What is said of a finding. What is between backticks is code. */
export function findingText({ kind, element, property, from, to }: Told, help: string): string {
  const at = `\`${cut(element.replaceAll('`', "'"))}\``;
  switch (kind) {
    case 'nameLost':
      return `${at} lost its accessible name ${quoted(from)}`;
    case 'nameChanged':
      return `${at}: accessible name ${quoted(from)} → ${quoted(to)}`;
    case 'roleChanged':
      return `${at}: role ${roleText(from)} → ${roleText(to)}`;
    case 'stateChanged':
      return `${at}: \`${property}\` ${valueText(from)} → ${valueText(to)}`;
    case 'focusLost':
      return `${at} can no longer be reached with the Tab key`;
    case 'focusGained':
      return `${at} can now be reached with the Tab key`;
    case 'focusOrder':
      return `${at} moved in the tab order from ${from} to ${to}`;
    case 'contrast':
      return `${at}: contrast ${to}, below ${from}`;
    case 'violation':
      return `${at}: ${help} (\`${property}\`)`;
  }
}

const mostCharacters = 80;
const cut = (text: string): string =>
  text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text;
const quoted = (value: string | null): string => `“${cut(value ?? '')}”`;
const roleText = (role: string | null): string => (role ? `\`${role}\`` : 'none');
const valueText = (value: string | null): string => (value === null ? 'not set' : cut(value));
