import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets that the service has to give out again, such as the token of a code host. */
export interface Vault {
  /** @param about what the secret belongs to; it opens for the same only */
  seal(secret: string, about: string): Buffer;
  /** @throws SealBroken */
  open(sealed: Buffer, about: string): string;
}

/** A secret was sealed under another key, for something else, or was damaged. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** @param secret of the deployment, the same in all its processes and kept outside of the database */
export function createVault(secret: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'svc vault 1', 32));
  return {
    seal(text, about) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open(sealed, about) {
      try {
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(about))
          .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
        return (
          decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        throw new SealBroken(
          'A stored secret cannot be opened: SVC_SECRET, or the file "secret" in the data folder, is not the one it was stored with. Put that back, or set the code host again.',
        );
      }
    },
  };
}
