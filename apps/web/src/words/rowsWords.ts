/** `1 row`, `20 rows`. */
export const rowsWords = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;
