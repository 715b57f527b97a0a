import { createHash, randomBytes } from 'node:crypto';

/** What is stored of a secret of 256 random bits: enough to recognise it, of no use to whoever reads it. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
