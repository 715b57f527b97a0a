const longest = 120;

/** A name as Markdown shows it literally, also in a table: no emphasis, no links, nobody mentioned. */
export function inCode(text: string): string {
  // Not in the midst of a character.
  const start = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '');
  const short = text.length > longest ? `${start}…` : text;
  return `\`${short.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
