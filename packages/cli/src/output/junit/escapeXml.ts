/** All but the characters that XML 1.0 has. */
const outsideXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Parsers turn these into spaces in the value of an attribute, and line ends into one kind in text.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** Text for the value of an attribute, in double quotes; characters that XML cannot carry become U+FFFD. */
export const escapeXml = (text: string): string =>
  text.replace(outsideXml, '\ufffd').replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? '');

/** Text between tags, with its lines. */
export const escapeText = (text: string): string =>
  text.replace(outsideXml, '\ufffd').replace(/[&<>\r]/g, (character) => entities[character] ?? '');
