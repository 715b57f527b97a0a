import { randomUUID } from 'node:crypto';
import type { Resources } from '../Resources.js';

/** A browser that has signed in to an account before, as the cookie says that it keeps. */
export interface KnownDevice {
  id: string;
  userId: string;
}

/** Days that a browser is known for. */
export const deviceDays = 365;
const sealedFor = 'known device';

type Parts = Pick<Resources, 'vault'>;

/** What a browser keeps after somebody has signed in with it. Nobody else can make it, and it opens nothing. */
export const rememberDevice = ({ vault }: Parts, userId: string): string => {
  const device = { id: randomUUID(), userId, until: Date.now() + deviceDays * 86_400_000 };
  return vault.seal(JSON.stringify(device), sealedFor).toString('base64url');
};

/** Null for a cookie of another time or of another hand. */
export function readDevice({ vault }: Parts, cookie: string | undefined): KnownDevice | null {
  if (cookie === undefined) return null;
  try {
    const { id, userId, until } = JSON.parse(vault.open(Buffer.from(cookie, 'base64url'), sealedFor));
    return until > Date.now() ? { id, userId } : null;
  } catch {
    return null;
  }
}
