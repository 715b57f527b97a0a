import { createHash, randomBytes } from 'node:crypto';
import { bytea } from './bytea.js';

/** What is stored of a secret of 256 random bits: enough to recognise it, useless to anyone who reads it. For a query. */
export const hashOf = (secret: string): string => bytea(createHash('sha256').update(secret).digest('hex'));

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
