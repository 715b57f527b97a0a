import { hkdfSync } from 'node:crypto';

/** Tells whether two secrets are the same without giving one away. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'svc secret fingerprint', 32)).toString('hex');
