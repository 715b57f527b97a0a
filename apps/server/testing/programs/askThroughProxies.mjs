// Asks a GitHub, an OpenID provider and an issuer of CI as the service does, and a further address if one is given, with the settings
// of its environment. Prints what each answered.
import { createCiIssuers } from '../../dist/codehost/createCiIssuers.js';
import { createSignInProvider } from '../../dist/codehost/createSignInProvider.js';
import { sendThroughProxies } from '../../dist/proxy/sendThroughProxies.js';
import { readConfig } from '../../dist/settings/readConfig.js';

const [issuer, token, further] = process.argv.slice(2);
const config = readConfig(process.env);
if (config.proxies) await sendThroughProxies(config.proxies);

const tell = (asking) =>
  asking.then(
    (answer) => answer,
    ({ message, cause }) => [message, cause?.message, cause?.cause?.message].filter(Boolean).join(': '),
  );
const provider = createSignInProvider({
  id: 'oidc',
  name: 'OpenID',
  issuer,
  apiUrl: null,
  clientId: 'svc',
  clientSecret: 'secret',
  organisations: [],
});
const issuers = createCiIssuers(
  [{ kind: 'gitlab', issuer }],
  'https://svc.example.com',
  'https://github.com',
);
const answers = {
  plain: await tell(fetch(`${issuer}/keys`).then((response) => response.status)),
  signIn: await tell(
    provider.begin('https://svc.example.com/callback').then(({ url }) => new URL(url).origin),
  ),
  ci: await tell(issuers.identify(token).then(({ repository }) => repository)),
  ...(further && { further: await tell(fetch(further).then((response) => response.status)) }),
};
console.log(JSON.stringify(answers));
