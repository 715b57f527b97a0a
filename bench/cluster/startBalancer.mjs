import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between looks at a backend, and for its answer. */
const everyMs = 200;
const patienceMs = 2_000;

/**
 * A load balancer on a port of loopback, as they stand in front of deployments: it passes connections on to processes in turn, to
 * those whose `/readyz` answers 200. A connection that one does not take goes to the next.
 *
 * @param {number} port
 */
export async function startBalancer(port) {
  /** By port: whether it is ready. */
  const backends = new Map();
  const sockets = new Set();
  let turn = 0;

  const keepLooking = async (backend) => {
    while (backends.has(backend)) {
      const isReady = await fetch(`http://127.0.0.1:${backend}/readyz`, {
        signal: AbortSignal.timeout(patienceMs),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (backends.has(backend)) backends.set(backend, isReady);
      await sleep(everyMs);
    }
  };

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const ready = [...backends].filter(([, isReady]) => isReady).map(([backend]) => backend);
    turn += 1;
    const order = ready.map((_, index) => ready[(turn + index) % ready.length]);
    sockets.add(client);
    client.on('close', () => sockets.delete(client)).on('error', () => client.destroy());
    passOn(client, order);
  });

  function passOn(client, [backend, ...others]) {
    if (backend === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect({ port: backend, host: '127.0.0.1', allowHalfOpen: true });
    let isConnected = false;
    upstream.on('connect', () => {
      isConnected = true;
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => {
      if (isConnected) client.destroy();
      else {
        if (backends.has(backend)) backends.set(backend, false);
        passOn(client, others);
      }
    });
    upstream.on('close', () => isConnected && client.destroySoon());
    client.on('close', () => upstream.destroy());
  }

  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    /** Begins to send to the process at a port of loopback once it is ready. */
    add(backend) {
      backends.set(backend, false);
      void keepLooking(backend);
    },
    remove: (backend) => void backends.delete(backend),
    async close() {
      backends.clear();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
