import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { listBy, readBy, textIn } from './readBy.js';

export const withoutSlashes = (url: string): string => url.replace(/\/+$/, '');

/** Scheme, host and port, as browsers send them in `Origin`. */
export const origin = readBy('an origin such as https://svc.example.com', (value) =>
  /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(value) && URL.canParse(value) ? new URL(value).origin : undefined,
);

/** Over https, or not leaving the machine. */
export const isSecure = (url: string): boolean =>
  /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url) && URL.canParse(url);

export const secureUrl = readBy('an https address such as https://gitlab.example.com', (value) =>
  isSecure(value) && !/[?#@]/.test(value) ? withoutSlashes(value) : undefined,
);

/** A host name as it is sent in `Host`: in lower case, its letters those of ASCII; undefined for what is none. */
function hostName(text: string): string | undefined {
  const name = /[/:@?#%\\\s]/.test(text) ? '' : domainToASCII(text.replace(/\.$/, ''));
  const labels = name.split('.');
  const isName = labels.every((label) => /^\w([\w-]*\w)?$/.test(label));
  // What ends in a number is an IP address, or meant to be one.
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? name : undefined;
}

/** An IP address, without the brackets of addresses, or a host name. */
function host(text: string): string | undefined {
  const address = text.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? address : hostName(text);
}

export const listenAddress = readBy(
  'an IP address such as 0.0.0.0 or ::, or a host name, without a port',
  host,
);

export const domain = readBy(
  'a domain such as svc-sites.example.net, without a scheme, port or "*"',
  hostName,
);

export const domains = listBy('a comma-separated list of domains such as example.com', (part) =>
  hostName(part.replace(/^@/, '')),
);

/** Hosts that are opened, as `isAllowedHost` reads them. */
export const hostList = listBy(
  'a comma-separated list of hosts such as staging.example.com, 10.0.0.5:8080 or *.corp.example',
  (part) => {
    const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(part) ?? [];
    const isHost = isIP(part) !== 0 || host(name.replace(/^\*\./, '')) !== undefined;
    return isHost && Number(port ?? 0) <= 65_535 ? part : undefined;
  },
);

export const databaseUrl = readBy(
  'like postgresql://user:password@host:5432/database; special characters of user and password are percent-encoded',
  (value) => {
    // A socket.
    if (/^(socket:)?\//.test(value)) return value;
    // Without a host it is in the query.
    const address = value.replace('@/', '@localhost/');
    if (!/^postgres(ql)?:\/\//i.test(value) || !URL.canParse(address)) return undefined;
    const { username, password } = new URL(address);
    return textIn(username) === undefined || textIn(password) === undefined ? undefined : value;
  },
);

/** Without a scheme it is one that is spoken to without TLS. */
export const proxyAddress = readBy<URL>('like http://user:password@proxy.example.com:3128', (value) => {
  const text = /^[\w+.-]+:\/\//.test(value) ? value : `http://${value}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.hostname !== '' && ['', '/'].includes(url.pathname) && url.search + url.hash === '';
  const hasCredentials = textIn(url.username) !== undefined && textIn(url.password) !== undefined;
  return isPlain && hasCredentials && /^https?:$/.test(url.protocol) ? url : undefined;
});
