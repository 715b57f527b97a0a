import type { TextTable, Tokens } from '../LayoutSteps.js';

/** Visits the names of the custom properties whose value some node of the page has. */
export function eachInUse(byText: Tokens['byText'], texts: TextTable, visit: (name: string) => void): void {
  texts.each((text) => {
    const names = byText.get(text);
    for (let index = 0; names && index < names.length; index += 1) visit(names[index] ?? '');
  });
}
