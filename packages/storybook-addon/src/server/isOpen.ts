import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopback } from './isLoopback.js';

const patienceMs = 1_000;
/** What a connection fails with if nothing listens at the address. */
const unreached = new Set(['ECONNREFUSED', 'EADDRNOTAVAIL', 'ENETUNREACH', 'EHOSTUNREACH']);

/**
 * Whether other machines reach the dev server.
 * @param host that Storybook was started with; without one, some versions of Storybook listen everywhere, others on loopback
 * @param addresses under which other machines know this one
 */
export async function isOpen(
  host: string | undefined,
  port: number,
  addresses: readonly string[] = ownAddresses(),
): Promise<boolean> {
  if (host) return !isLoopback(host);
  const answers = await Promise.all(addresses.map((address) => isReached(address, port)));
  return answers.includes(true);
}

function ownAddresses(): string[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ internal }) => !internal)
      .map(({ address }) => (address.startsWith('fe80:') ? `${address}%${name}` : address)),
  );
}

/** False only where it is certain. */
async function isReached(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch (error) {
    return !unreached.has((error as { code?: string }).code ?? '');
  } finally {
    socket.destroy();
  }
}
