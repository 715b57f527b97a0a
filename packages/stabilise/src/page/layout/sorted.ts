/** Texts by their code units. They mostly are in order already. */
export function sorted(texts: ReadonlySet<string>): string[] {
  const list: string[] = [];
  texts.forEach((text) => {
    let at = list.length;
    for (; at > 0 && (list[at - 1] ?? '') > text; at -= 1) list[at] = list[at - 1] ?? '';
    list[at] = text;
  });
  return list;
}
