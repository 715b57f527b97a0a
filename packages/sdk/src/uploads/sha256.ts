import { unshared } from '../transport/unshared.js';

/** SHA-256 in lower-case hexadecimal; null where WebCrypto is missing, as on insecure browser origins. */
export async function sha256(bytes: Uint8Array): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', unshared(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
