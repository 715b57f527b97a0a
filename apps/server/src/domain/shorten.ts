import { storable } from '@svc/schema/storable';

/** Characters that are kept of a name or a value of a page. */
const mostCharacters = 200;
/** The same of a sentence about it. */
export const mostOfSentence = 600;

/** Pages hold texts of any length, also such as cannot be stored. */
export const shorten = (text: string, most = mostCharacters): string =>
  storable(text.length > most ? `${text.slice(0, most - 1)}…` : text);
