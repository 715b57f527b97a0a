/** The names that git printed with `-z`. */
export const namesIn = (output: string): string[] => output.split('\0').filter(Boolean);
