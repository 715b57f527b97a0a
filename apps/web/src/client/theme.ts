/** How the pages look: as the system says, or as somebody chose in this browser. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const place = 'svc.theme';

export function readTheme(): Theme {
  const kept = localStorage.getItem(place);
  return themes.find((theme) => theme === kept) ?? 'system';
}

/** Keeps and shows a theme. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(place);
  else localStorage.setItem(place, theme);
  showTheme();
}

/** Shows the theme that was kept: every color follows the color scheme of the document. */
export function showTheme(): void {
  const theme = readTheme();
  const { style } = document.documentElement;
  style.colorScheme = theme === 'system' ? '' : theme;
  style.setProperty('--scheme', theme === 'system' ? null : theme);
}
