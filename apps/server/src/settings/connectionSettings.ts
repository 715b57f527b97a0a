import { databaseUrl, proxyAddress } from './addressTypes.js';
import { commaList } from './settingTypes.js';

/** How the service reaches its database, and the world. */
export const connectionSettings = {
  DATABASE_URL: {
    subject: 'service',
    type: databaseUrl,
    shownDefault: 'embedded PostgreSQL',
    isSecret: true,
    meaning: 'PostgreSQL to use instead of the embedded one, directly or through PgBouncer.',
  },
  DATABASE_DIRECT_URL: {
    subject: 'service',
    type: databaseUrl,
    shownDefault: '`DATABASE_URL`',
    isSecret: true,
    meaning:
      'Direct address of the database if `DATABASE_URL` goes through PgBouncer: for migrations, commands such as `backup`, and live updates of pages. See docs/scaling.md.',
  },
  HTTPS_PROXY: {
    subject: 'service',
    type: proxyAddress,
    shownDefault: 'none',
    isSecret: true,
    mayBeLowerCase: true,
    meaning:
      'Proxy for the service’s requests to https addresses, such as `http://user:password@proxy.example.com:3128`. The browsers that capture do not use it. See docs/operating.md.',
  },
  HTTP_PROXY: {
    subject: 'service',
    type: proxyAddress,
    shownDefault: 'none',
    isSecret: true,
    mayBeLowerCase: true,
    meaning: 'The same for http addresses.',
  },
  NO_PROXY: {
    subject: 'service',
    type: commaList,
    default: '',
    mayBeLowerCase: true,
    meaning:
      'Destinations that the service reaches without a proxy, comma-separated: hosts with their subdomains, `host:port`, IP addresses, networks such as `10.0.0.0/8`, or `*`. This machine needs no entry.',
  },
} as const;
