import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a badge is of. */
export interface BadgePlace {
  suite: string;
  branch: string;
}

/** The token of a badge's address, which is good for this suite and branch alone. */
export const signBadge = (secret: string, { suite, branch }: BadgePlace): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([suite, branch]))
    .digest('base64url');

export function isSignedBadge(secret: string, place: BadgePlace, token: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(signBadge(secret, place))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
