import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultRateLimits, teamRateLimits } from '../domain/access/rateLimits.js';
import { ConfigError } from './ConfigError.js';
import { misspelledSettings } from './misspelledSettings.js';
import { readConfig } from './readConfig.js';

const limitsOf = (text?: string) => readConfig({ SVC_RATE_LIMITS: text }).rateLimits;

test('rate limits are those of the contract, changed one by one, or lifted', () => {
  expect(limitsOf()).toEqual(defaultRateLimits);
  expect(limitsOf('snapshots=600, reads = 200')).toEqual({
    ...defaultRateLimits,
    snapshots: 600,
    reads: 200,
  });
  expect(limitsOf('off')).toBeNull();
  expect(limitsOf('team')).toEqual({ ...defaultRateLimits, ...teamRateLimits });
  expect(limitsOf('team, people = 5')).toEqual({ ...defaultRateLimits, ...teamRateLimits, people: 5 });
});

test.each([
  'snapshots',
  'snapshots=0',
  'snapshots=-1',
  'snapshots=1e3',
  'toString=5',
  'everything=5',
  'reads=1,',
  'reads=1,team',
  'team,',
])('rate limits %j are refused with what they may be', (text) => {
  expect(() => limitsOf(text)).toThrow(ConfigError);
  expect(() => limitsOf(text)).toThrow(
    /^SVC_RATE_LIMITS must be "off", "team" or .* of captures, diffs, snapshots,.*, not "/,
  );
});

test('a process has all roles unless told otherwise, each once', () => {
  expect(readConfig({}).roles).toEqual(['api', 'worker', 'capture']);
  expect(readConfig({ SVC_ROLES: ' api, worker,api ' }).roles).toEqual(['api', 'worker']);
  for (const text of ['web', ',', 'API', 'api;worker'])
    expect(() => readConfig({ SVC_ROLES: text })).toThrow(
      `SVC_ROLES must be a comma-separated list of api, worker, capture, not "${text}"`,
    );
});

test('a process without the API says which settings of the others it needs', () => {
  const DATABASE_URL = 'postgresql://localhost/svc';
  const SVC_PUBLIC_URL = 'https://svc.example.com';
  expect(() => readConfig({ SVC_ROLES: 'worker,capture' })).toThrow(
    /alone needs DATABASE_URL.*\n.*alone needs SVC_PUBLIC_URL/,
  );
  expect(() => readConfig({ SVC_ROLES: 'capture', SVC_PUBLIC_URL })).toThrow(
    /^A process with the roles capture alone needs DATABASE_URL/,
  );
  expect(readConfig({ SVC_ROLES: 'capture', SVC_PUBLIC_URL, DATABASE_URL }).roles).toEqual(['capture']);
  expect(readConfig({ SVC_ROLES: 'api' }).roles).toEqual(['api']);
});

test('no proxy is trusted unless it is counted', () => {
  expect(readConfig({}).trustedProxies).toBe(0);
  expect(readConfig({ SVC_TRUSTED_PROXIES: '1' }).trustedProxies).toBe(1);
  expect(() => readConfig({ SVC_TRUSTED_PROXIES: 'true' })).toThrow(ConfigError);
});

const app = { SVC_GITHUB_APP_ID: '12', SVC_GITHUB_PRIVATE_KEY: 'BEGIN\\nabc\\nEND' };

test('the GitHub App is read whole, or not at all', () => {
  expect(readConfig({}).github).toBeNull();
  expect(readConfig(app).github).toEqual({
    appId: 12,
    privateKey: 'BEGIN\nabc\nEND',
    apiUrl: 'https://api.github.com',
    webhookSecret: null,
  });
  const enterprise = {
    ...app,
    SVC_GITHUB_URL: 'https://github.example.com/',
    SVC_GITHUB_WEBHOOK_SECRET: 'hush',
  };
  expect(readConfig(enterprise).github).toMatchObject({
    apiUrl: 'https://github.example.com/api/v3',
    webhookSecret: 'hush',
  });
  expect(() => readConfig({ SVC_GITHUB_APP_ID: '12' })).toThrow('SVC_GITHUB_PRIVATE_KEY');
  expect(() => readConfig({ SVC_GITHUB_PRIVATE_KEY: 'key' })).toThrow('SVC_GITHUB_APP_ID');
  expect(() => readConfig({ ...app, SVC_GITHUB_APP_ID: 'mine' })).toThrow('SVC_GITHUB_APP_ID');
  expect(() => readConfig({ ...app, SVC_GITHUB_URL: 'github.example.com' })).toThrow('SVC_GITHUB_URL');
});

test('the private key may be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-key-'));
  try {
    const file = join(folder, 'key.pem');
    writeFileSync(file, 'PEM');
    const inFile = { SVC_GITHUB_APP_ID: '12', SVC_GITHUB_PRIVATE_KEY_FILE: file };
    expect(readConfig(inFile).github).toMatchObject({ privateKey: 'PEM' });
    expect(() => readConfig({ ...inFile, SVC_GITHUB_PRIVATE_KEY_FILE: join(folder, 'none') })).toThrow(
      'cannot be read',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('hosts of hooks and the own secret', () => {
  expect(readConfig({}).hookAllowHosts).toEqual([]);
  expect(readConfig({ SVC_HOOK_ALLOW_HOSTS: 'gitlab.lan, *.corp:8443' }).hookAllowHosts).toEqual([
    'gitlab.lan',
    '*.corp:8443',
  ]);
  expect(readConfig({ SVC_SECRET: 'sixteen letters!' }).secret).toBe('sixteen letters!');
  expect(() => readConfig({ SVC_SECRET: 'short' })).toThrow('SVC_SECRET');
});

test.each([
  [{}, ['github=https://token.actions.githubusercontent.com', 'gitlab=https://gitlab.com']],
  [
    { SVC_GITHUB_URL: 'https://github.acme.test/', SVC_GITLAB_URL: 'https://gitlab.acme.test' },
    ['github=https://github.acme.test/_services/token', 'gitlab=https://gitlab.acme.test'],
  ],
  [{ SVC_CI_ISSUERS: 'off' }, []],
  [{ SVC_CI_ISSUERS: ' gitlab=https://gitlab.acme.test/ ' }, ['gitlab=https://gitlab.acme.test']],
])('%o takes identity tokens of %j', (env, issuers) => {
  expect(readConfig(env).ciIssuers.map(({ kind, issuer }) => `${kind}=${issuer}`)).toEqual(issuers);
});

test.each([
  'https://gitlab.acme.test',
  'jenkins=https://ci.test',
  'gitlab=http://gitlab.acme.test',
  'gitlab=',
])('SVC_CI_ISSUERS=%s is refused', (SVC_CI_ISSUERS) => {
  expect(() => readConfig({ SVC_CI_ISSUERS })).toThrow('SVC_CI_ISSUERS must be "off" or a list such as');
});

test('organisations whose people need no invitation belong to their provider', () => {
  const env = { SVC_GITHUB_CLIENT_ID: 'x', SVC_GITHUB_CLIENT_SECRET: 'y' };
  const organisations = (SVC_SIGN_UP_ORGANISATIONS: string) =>
    readConfig({ ...env, SVC_SIGN_UP_ORGANISATIONS }).signIn.map((one) => one.organisations);
  expect(organisations('github:Acme, gitlab:group/sub')).toEqual([['acme']]);
  expect(() => organisations('acme')).toThrow('SVC_SIGN_UP_ORGANISATIONS must be a list such as');
});

test('a ~ that no shell has read is not the name of a folder', () => {
  expect(() => readConfig({ SVC_DATA_DIR: '~/.svc' })).toThrow('SVC_DATA_DIR must be a path without a ~');
  expect(readConfig({ SVC_DATA_DIR: '/home/me/a~b' }).dataDir).toBe('/home/me/a~b');
});

test('every bad setting is told at once, with what was given and what is wanted', () => {
  const env = {
    SVC_PORT: '70000',
    SVC_PAGES: 'many',
    SVC_LOG_LEVEL: 'loud',
    SVC_PUBLIC_URL: 'svc.example.com',
    SVC_BOOTSTRAP_PROJECT: 'web',
    SVC_GITHUB_APP_ID: '12',
    SVC_GITLAB_CLIENT_ID: 'x',
  };
  expect(() => readConfig(env)).toThrow(
    new ConfigError(
      [
        'SVC_PORT must be a whole number from 0 to 65535, not "70000"',
        'SVC_PUBLIC_URL must be an origin such as https://svc.example.com, not "svc.example.com"',
        'SVC_BOOTSTRAP_PROJECT must be like org/project, in lower case, not "web"',
        'SVC_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
        'SVC_PAGES must be a whole number from 1 to 64, not "many"',
        'A GitHub App needs SVC_GITHUB_APP_ID and SVC_GITHUB_PRIVATE_KEY or SVC_GITHUB_PRIVATE_KEY_FILE',
        'Sign-in with GitLab also needs SVC_GITLAB_CLIENT_SECRET',
      ].join('\n'),
    ),
  );
});

test('a secret is not repeated', () => {
  expect(() => readConfig({ SVC_SECRET: 'hunter2' })).toThrow(
    new ConfigError('SVC_SECRET must be at least 16 characters long'),
  );
});

test('a setting with a bad value is not also reported as missing', () => {
  expect(() => readConfig({ ...app, SVC_GITHUB_APP_ID: 'mine' })).toThrow(
    new ConfigError(
      `SVC_GITHUB_APP_ID must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}, not "mine"`,
    ),
  );
});

test('a blank setting is unset', () => {
  expect(readConfig({ SVC_PORT: ' ', SVC_PUBLIC_URL: '' })).toEqual(readConfig({}));
});

test('a GitHub Enterprise Server without TLS shows check runs, but takes no part in sign-in or CI keys', () => {
  const plain = { ...app, SVC_GITHUB_URL: 'http://github.lan' };
  expect(readConfig({ ...plain, SVC_CI_ISSUERS: 'off' }).github?.apiUrl).toBe('http://github.lan/api/v3');
  expect(() => readConfig(plain)).toThrow('for identity tokens of CI');
  expect(() =>
    readConfig({
      ...plain,
      SVC_CI_ISSUERS: 'off',
      SVC_GITHUB_CLIENT_ID: 'x',
      SVC_GITHUB_CLIENT_SECRET: 'y',
    }),
  ).toThrow('for sign-in, not "http://github.lan"');
});

describe('blobs', () => {
  const bucket = { SVC_S3_BUCKET: 'svc-images' };

  test('are on disk unless a bucket is asked for', () => {
    expect(readConfig({})).toMatchObject({ blobStores: ['disk'], s3: null, redirectsToBlobs: false });
    // `blobs copy` needs to know a bucket that is not used yet.
    expect(readConfig(bucket)).toMatchObject({ blobStores: ['disk'], s3: { bucket: 'svc-images' } });
    expect(readConfig({ ...bucket, SVC_BLOBS: ' s3 , disk' }).blobStores).toEqual(['s3', 'disk']);
  });

  test('in a bucket of AWS or elsewhere', () => {
    expect(readConfig(bucket).s3).toEqual({
      bucket: 'svc-images',
      prefix: '',
      region: 'us-east-1',
      endpoint: null,
      publicEndpoint: null,
      pathStyle: false,
      encryption: null,
      ca: null,
    });
    const elsewhere = {
      ...bucket,
      SVC_S3_ENDPOINT: 'https://ceph.lan:7480/',
      SVC_S3_PREFIX: '/team/svc',
      SVC_S3_ENCRYPTION: 'aws:kms',
      SVC_S3_KMS_KEY: 'key-1',
    };
    expect(readConfig(elsewhere).s3).toMatchObject({
      endpoint: 'https://ceph.lan:7480',
      pathStyle: true,
      prefix: 'team/svc/',
      encryption: { algorithm: 'aws:kms', key: 'key-1' },
    });
    expect(readConfig({ ...elsewhere, SVC_S3_PATH_STYLE: 'false' }).s3?.pathStyle).toBe(false);
  });

  test.each([
    [{ SVC_BLOBS: 's3' }, 'SVC_BLOBS names s3, which also needs SVC_S3_BUCKET'],
    [{ SVC_BLOBS: 'disk,disk' }, 'SVC_BLOBS must be "disk", "s3", "disk,s3" or "s3,disk", not "disk,disk"'],
    [{ SVC_BLOBS: 'gcs' }, 'SVC_BLOBS must be'],
    [{ SVC_S3_BUCKET: 'Bucket/x' }, 'SVC_S3_BUCKET must be the name of a bucket'],
    [{ ...bucket, SVC_S3_PREFIX: '../x' }, 'SVC_S3_PREFIX must be'],
    [{ ...bucket, SVC_S3_KMS_KEY: 'k' }, 'SVC_S3_KMS_KEY needs SVC_S3_ENCRYPTION=aws:kms'],
    [{ ...bucket, SVC_S3_CA_FILE: '/no/such/file' }, 'SVC_S3_CA_FILE cannot be read'],
    [
      { ...bucket, SVC_BLOBS: 'disk,s3', SVC_BLOB_URLS: 'redirect' },
      'SVC_BLOB_URLS=redirect needs SVC_BLOBS=s3',
    ],
  ])('%j is refused', (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });
});

describe('e-mail', () => {
  const from = { SVC_MAIL_FROM: 'Visual tests <SVC@visual.example>' };

  test('is off unless it is set', () => {
    expect(readConfig({}).mail).toBeNull();
  });

  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, auth: null }],
    ['smtps://mail.example/', { host: 'mail.example', port: 465, secure: true, auth: null }],
    [
      'smtp://a%40b:p%3Ass%2F@mail.example:2525',
      { host: 'mail.example', port: 2525, secure: false, auth: { user: 'a@b', pass: 'p:ss/' } },
    ],
    ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, auth: null }],
  ])('reads %s', (url, server) => {
    expect(readConfig({ ...from, SVC_SMTP_URL: url }).mail).toEqual({
      server,
      from: { name: 'Visual tests', address: 'svc@visual.example' },
    });
  });

  test.each([
    'mail.example:25',
    'http://mail.example',
    'smtp://',
    'smtp://user@mail.example',
    'smtp://h/x',
    'smtp://h?x=1',
    'smtp://%zz:a@h',
  ])('refuses the server %s without repeating it', (url) => {
    const reading = () => readConfig({ ...from, SVC_SMTP_URL: url });
    expect(reading).toThrow(/^SVC_SMTP_URL must be like smtp:\/\/user:password@smtp\.example\.com:587[^"]*$/);
  });

  test.each(['svc', 'Svc <svc>', 'a@b.example, c@d.example', 'Svc <a@b.example> more', '<a@b.example'])(
    'refuses the sender %s',
    (sender) => {
      expect(() => readConfig({ SVC_SMTP_URL: 'smtp://h', SVC_MAIL_FROM: sender })).toThrow(
        /^SVC_MAIL_FROM must be /,
      );
    },
  );

  test('needs a server and a sender', () => {
    const both = 'E-mail needs SVC_MAIL_FROM and SVC_SMTP_URL or SVC_SMTP_URL_FILE';
    expect(() => readConfig(from)).toThrow(both);
    expect(() => readConfig({ SVC_SMTP_URL: 'smtp://h' })).toThrow(both);
  });

  test('takes the server from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-mail-'));
    const file = join(folder, 'url');
    try {
      writeFileSync(file, 'smtps://u:p@mail.example\n');
      expect(readConfig({ ...from, SVC_SMTP_URL_FILE: file }).mail?.server).toMatchObject({
        host: 'mail.example',
        auth: { user: 'u', pass: 'p' },
      });
      writeFileSync(file, 'hush');
      expect(() => readConfig({ ...from, SVC_SMTP_URL_FILE: file })).toThrow(
        /^What SVC_SMTP_URL_FILE holds must be like smtp:(?!.*hush)/,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
    expect(() => readConfig({ ...from, SVC_SMTP_URL_FILE: file })).toThrow(
      'SVC_SMTP_URL_FILE cannot be read',
    );
  });
});

test.each([
  ['SVC_PROT', 'SVC_PORT'],
  ['SVC_TRUSTED_PROXY', 'SVC_TRUSTED_PROXIES'],
  ['SVC_SECRET_FILE', 'SVC_SECRET'],
  ['SVC_DATABASE_URL', 'DATABASE_URL'],
  ['SVC_SMTP_URL_FIEL', 'SVC_SMTP_URL_FILE'],
])('%s is told to be %s', (given, meant) => {
  expect(misspelledSettings({ [given]: 'x' })).toEqual([
    `${given} is not a setting and has no effect. Did you mean ${meant}?`,
  ]);
});

test('variables of clients, of other programs, and settings are not misspelled', () => {
  const ofClients = ['API_KEY', 'API_URL', 'PROJECT', 'LOCAL', 'SESSION_ID', 'AUTO_APPROVE', 'BASELINE_REF'];
  const others = ['BRANCH', 'COMMIT', 'SHARD', 'SERVICE_HOST', 'SERVICE_PORT', 'PORT_80_TCP', 'PG_BIN'];
  const names = [...ofClients, ...others].map((name) => `SVC_${name}`);
  expect(
    misspelledSettings(Object.fromEntries([...names, 'PORT', 'HOST'].map((name) => [name, 'x']))),
  ).toEqual([]);
});
