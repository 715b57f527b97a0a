export type Refusal = 'denied' | 'unresolved' | 'unreachable';

/** A tunnel's refusal has no other way to be told. */
const rememberedRefusals = 1_000;
/** A host that could not be reached is dialled again after this long, at the latest. */
const lastingMs = 60_000;

/**
 * Why hosts were refused, of late: to explain what a page could not load, and so that the stories of one capture do not
 * each wait for the same host.
 */
export function rememberRefusals(now: () => number = () => performance.now()) {
  const refusals = new Map<string, { refusal: Refusal; until: number }>();
  const keyOf = (host: string, port: number) => `${host.toLowerCase()}:${port}`;
  const set = (host: string, port: number, refusal: Refusal, until: number) => {
    refusals.delete(keyOf(host, port));
    refusals.set(keyOf(host, port), { refusal, until });
    const oldest = refusals.size > rememberedRefusals ? refusals.keys().next().value : undefined;
    if (oldest !== undefined) refusals.delete(oldest);
  };
  return {
    note(host: string, port: number, refusal: Refusal | null): void {
      if (refusal) set(host, port, refusal, 0);
      else refusals.delete(keyOf(host, port));
    },
    noteLasting: (host: string, port: number, refusal: Lasting): void =>
      set(host, port, refusal, now() + lastingMs),
    /** Why the host need not be dialled now. */
    lasting(host: string, port: number): Lasting | null {
      const known = refusals.get(keyOf(host, port));
      return known && known.refusal !== 'denied' && known.until > now() ? known.refusal : null;
    },
    forgetLasting(): void {
      for (const known of refusals.values()) known.until = 0;
    },
    of(url: string): Refusal | null {
      if (!URL.canParse(url)) return null;
      const { hostname, port, protocol } = new URL(url);
      const number = Number(port) || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80);
      return refusals.get(keyOf(hostname.replace(/^\[|\]$/g, ''), number))?.refusal ?? null;
    },
  };
}

/** What need not be tried again at once. What is allowed is judged each time. */
type Lasting = Exclude<Refusal, 'denied'>;
