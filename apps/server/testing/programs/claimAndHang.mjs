// Begins a call that never ends: prints `acting` once it is at it, and waits to be killed.

import { answerOnce } from '../../dist/service/access/answerOnce.js';
import { openDatabase } from '../../dist/store/database.js';

const [connectionString, text] = process.argv.slice(2);
const { access, key } = JSON.parse(text);
const { database } = openDatabase({ connectionString });
await answerOnce({ database }, { access, key, fingerprint: async () => 'aa' }, () => {
  console.log('acting');
  return new Promise(() => {});
});
