/** A day as people write it, such as `Nov 23, 2026`. */
export const dayText = (at: string): string => new Date(at).toLocaleDateString('en', { dateStyle: 'medium' });
