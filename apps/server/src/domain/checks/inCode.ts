const longest = 120;

/** A name as Markdown shows it literally, also in a table: no emphasis, no links, nobody mentioned. */
export function inCode(text: string): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return `\`${short.replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}
