/** Behind the @ of a mention, so that it is none. */
const nothing = '\u200b';

/** A line of text as Markdown shows it literally, also in a table: no emphasis, no links, nobody mentioned. */
export const inText = (line: string): string =>
  line.replace(/[\\`*_[\]<>|#]/g, '\\$&').replaceAll('@', `@${nothing}`);
