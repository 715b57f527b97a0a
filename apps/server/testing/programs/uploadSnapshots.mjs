// Uploads snapshots, all at once, when told to on stdin, and prints how each ended as JSON. With a key it uploads one of
// them, prints `uploaded`, and waits to be killed before anybody is answered.
import { once } from 'node:events';
import { compare, inspect } from '@svc/image-diff';
import { answerOnce } from '../../dist/service/access/answerOnce.js';
import { CommitGraphs } from '../../dist/service/CommitGraphs.js';
import { uploadAndCompare } from '../../dist/service/sessions/uploadAndCompare.js';
import { createDiskBlobs } from '../../dist/store/blobs/disk.js';
import { openDatabase } from '../../dist/store/database.js';

const [connectionString, folder, text] = process.argv.slice(2);
const { access, uploads, key } = JSON.parse(text);
const { database } = openDatabase({ connectionString });
const commitGraphs = new CommitGraphs();
const engine = { toPng: async () => null, inspect, compare };
const resources = { database, blobs: await createDiskBlobs(folder), commitGraphs, ...engine };
const upload = ({ fields, hash, png }) =>
  uploadAndCompare(resources, access, fields, { hash, file: Buffer.from(png, 'base64') });

if (key) {
  await answerOnce(resources, { access, key, fingerprint: async () => 'aa' }, async () => {
    await upload(uploads[0]);
    console.log('uploaded');
    return new Promise(() => {});
  });
}
console.log('ready');
await once(process.stdin, 'data');
const ends = await Promise.all(
  uploads.map((one) =>
    upload(one).then(
      ({ status }) => status,
      (error) => error.code ?? error.stack,
    ),
  ),
);
console.log(JSON.stringify(ends));
process.exit(0);
