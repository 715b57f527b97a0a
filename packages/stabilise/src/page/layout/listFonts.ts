import type { LayoutMemory, LayoutSteps, TextTable } from './LayoutSteps.js';

/**
 * A list, as JSON, of the families that texts were drawn with: of each `font-family`, the first that is there. That is told by the widths of some
 * letters, so that no font begins to load; a font that has none of the letters of a text is still named.
 */
export function listFonts(
  steps: LayoutSteps,
  texts: TextTable,
  stacks: ReadonlyMap<string, Document>,
  { brush, widths }: LayoutMemory,
): string {
  const generic =
    /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|math|emoji|ui-(serif|sans-serif|monospace|rounded))$/;
  const fallbacks = ['monospace', 'serif'];
  const widthIn = (font: string): number => {
    const known = widths.get(font);
    if (known !== undefined) return known;
    const pen = brush();
    if (!pen) return 0;
    pen.font = `72px ${font}`;
    const { width } = pen.measureText('mmmmwwwlli10');
    widths.set(font, width);
    return width;
  };
  const isInstalled = (family: string): boolean => {
    for (let index = 0; index < fallbacks.length; index += 1) {
      if (widthIn(`"${family}", ${fallbacks[index]}`) !== widthIn(fallbacks[index] ?? '')) return true;
    }
    return false;
  };
  const plain = (family: string) =>
    family
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .replace(/\\(.)/g, '$1');
  /** Families of a document's font faces, and whether one of each is loaded. */
  const facesOf = (page: Document): Map<string, boolean> => {
    const faces = new Map<string, boolean>();
    page.fonts.forEach(({ family, status }) => {
      const name = plain(family);
      faces.set(name, faces.get(name) === true || status === 'loaded');
    });
    return faces;
  };

  const used = new Set<string>();
  const known = new Map<Document, Map<string, boolean>>();
  stacks.forEach((page, stack) => {
    const faces = known.get(page) ?? facesOf(page);
    known.set(page, faces);
    const families = stack.match(/("[^"]*"|'[^']*'|[^,])+/g) ?? [];
    for (let index = 0; index < families.length; index += 1) {
      const family = plain(families[index] ?? '');
      if (faces.get(family) ?? (generic.test(family) || isInstalled(family))) {
        used.add(family);
        return;
      }
    }
  });
  const names = steps.sorted(used);
  let json = '';
  for (let index = 0; index < names.length; index += 1)
    json += `${index === 0 ? '' : ','}${texts.place(names[index] ?? '')}`;
  return `[${json}]`;
}
