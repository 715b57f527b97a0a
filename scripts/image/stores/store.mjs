import { connect, createServer } from 'node:net';
import { startCeph } from '../../ceph/start.mjs';

// As the store of compose.yaml does: an S3 at port 7070. The gateway of Ceph listens on loopback alone.
const { ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey } = process.env;
const { ceph, stop } = await startCeph({ accessKeyId, secretAccessKey }, { store: 'memstore' });
const { port } = new URL(ceph.endpoint);
const server = createServer((client) => {
  const gateway = connect({ host: '127.0.0.1', port });
  const end = () => {
    client.destroy();
    gateway.destroy();
  };
  client.on('error', end).on('close', end).pipe(gateway);
  gateway.on('error', end).on('close', end).pipe(client);
});
server.listen(7070, '0.0.0.0', () => console.log('The store is ready.'));
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    server.close();
    await stop();
    process.exit(0);
  });
