/** A SHA-256 of bytes that come in pieces. */
export interface Sha256 {
  update(piece: Uint8Array): void;
  /** 64 lower-case hexadecimal digits. */
  digest(): string;
}

/** Takes half the processor time of `crypto.subtle`, and pieces. Browsers have none. */
const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto');

/** Null where bytes can only be hashed whole, with {@link sha256}. */
export function beginSha256(): Sha256 | null {
  const hash = nodeCrypto?.createHash('sha256');
  return hash ? { update: (piece) => void hash.update(piece), digest: () => hash.digest('hex') } : null;
}

/** 64 lower-case hexadecimal digits. */
export async function sha256(data: Uint8Array): Promise<string> {
  const hash = beginSha256();
  if (hash) {
    hash.update(data);
    return hash.digest();
  }
  const bytes = await crypto.subtle.digest('SHA-256', data as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
