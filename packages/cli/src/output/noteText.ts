/** A note in one line. */
export const noteText = (note: string): string => note.trim().replace(/\s+/g, ' ');
