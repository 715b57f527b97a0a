// Listeners that note everybody who comes.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** @param note receives each connection and datagram; @param serve answers what may be answered */
export async function listen({ tcp, udp, note, serve }) {
  for (const port of tcp) {
    const server = createServer((socket) => {
      const address = socket.localAddress?.replace(/^::ffff:/, '');
      socket.on('error', () => socket.destroy());
      if (serve?.(socket, address, port)) return;
      note(`tcp ${address}:${port}`);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\naccess-control-allow-origin: *\r\n\r\nsecret');
    });
    await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: '::' }, resolve);
    });
  }
  for (const port of udp) {
    const socket = createSocket('udp6');
    socket.on('message', () => note(`udp :${port}`));
    await new Promise((resolve) => socket.bind(port, '::', resolve));
  }
}
