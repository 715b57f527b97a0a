import { countOf } from './countText.js';
/** `1 row`, `20 rows`. */
export const rowsWords = (count: number): string => countOf(count, 'row');
