import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** 2^15 blocks of 1 KiB: 32 MiB and some 60 ms of a core for each try. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const hashBytes = 32;

function derive(password: string, salt: Buffer, { N = 0, r = 0, p = 0 }: ScryptOptions): Promise<Buffer> {
  // People type one text in several normal forms.
  const text = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, salt, hashBytes, { N, r, p, maxmem: 256 * N * r }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}

/** What is stored of a password: `scrypt$N$r$p$salt$hash`, so that the cost can grow without losing anybody. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long for an account that is none, or that has no password, as for a wrong password. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = (stored ?? '').split('$');
  const known = scheme === 'scrypt' && salt !== undefined && hash !== undefined;
  const given = await derive(
    password,
    known ? Buffer.from(salt, 'base64url') : Buffer.alloc(16),
    known ? { N: Number(N), r: Number(r), p: Number(p) } : cost,
  );
  const expected = known ? Buffer.from(hash, 'base64url') : Buffer.alloc(0);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
