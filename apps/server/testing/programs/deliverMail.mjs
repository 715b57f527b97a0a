// Sends mail that is due to a mail server, again and again, until it is killed. Prints `begun` before each round.
import { setTimeout as sleep } from 'node:timers/promises';
import { createVault } from '../../dist/service/createVault.js';
import { deliverMail } from '../../dist/service/mail/deliverMail.js';
import { createMailer } from '../../dist/smtp/createMailer.js';
import { openDatabase } from '../../dist/store/database.js';

const [connectionString, text] = process.argv.slice(2);
const { port, secret } = JSON.parse(text);
const { database } = openDatabase({ connectionString });
const links = {
  invitation: (token) => `http://localhost:4300/invitation#${token}`,
  passwordReset: (token) => `http://localhost:4300/reset-password#${token}`,
};
const mailer = createMailer({
  server: { host: '127.0.0.1', port, secure: false, auth: null },
  from: { name: 'svc', address: 'svc@visual.example' },
  tls: { rejectUnauthorized: false },
});
const resources = { database, links, mailer, vault: createVault(secret) };
for (;;) {
  console.log('begun');
  await deliverMail(resources, () => {}, new AbortController().signal);
  await sleep(20);
}
