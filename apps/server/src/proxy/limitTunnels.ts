import type { Duplex } from 'node:stream';

/** Bounds how many tunnels there are to each place, from when one is asked for until it is closed. */
export interface TunnelLimit {
  /** Opens a tunnel as soon as there may be another one. */
  hold<Tunnel extends Duplex>(place: string, open: () => Promise<Tunnel>): Promise<Tunnel>;
  /** Whether any tunnel waits for another one to close. */
  isAwaited(): boolean;
}

export function limitTunnels(maximum: number): TunnelLimit {
  const taken = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  function take(place: string): Promise<void> | undefined {
    const count = taken.get(place) ?? 0;
    if (count >= maximum) {
      return new Promise((start) => waiting.set(place, [...(waiting.get(place) ?? []), start]));
    }
    taken.set(place, count + 1);
    return undefined;
  }

  function release(place: string): void {
    const [next, ...others] = waiting.get(place) ?? [];
    if (others.length === 0) waiting.delete(place);
    else waiting.set(place, others);
    const left = (taken.get(place) ?? 0) - 1;
    if (next) next();
    else if (left > 0) taken.set(place, left);
    else taken.delete(place);
  }

  return {
    async hold(place, open) {
      await take(place);
      try {
        const tunnel = await open();
        if (tunnel.closed) release(place);
        else tunnel.once('close', () => release(place));
        return tunnel;
      } catch (error) {
        release(place);
        throw error;
      }
    },
    isAwaited: () => waiting.size > 0,
  };
}
