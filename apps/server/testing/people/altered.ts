/** Another text in base64url than the given one, which stands for other bytes: the last letters of one need not. */
export const altered = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
