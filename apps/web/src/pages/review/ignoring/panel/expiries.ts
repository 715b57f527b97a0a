export type Expiry = 'never' | '7' | '30' | '90';

/** How long an area stands, in days. */
export const expiries: readonly { value: Expiry; label: string }[] = [
  { value: 'never', label: 'Until it is removed' },
  { value: '7', label: 'For 7 days' },
  { value: '30', label: 'For 30 days' },
  { value: '90', label: 'For 90 days' },
];

export const expiresAt = (expiry: Expiry, now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * 86_400_000).toISOString();
