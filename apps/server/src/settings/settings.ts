import type { z } from 'zod';
import { defaultRateLimits } from '../domain/access/rateLimits.js';
import { domain, domains, hostList, listenAddress, origin, secureUrl } from './addressTypes.js';
import { connectionSettings } from './connectionSettings.js';
import {
  ciIssuers,
  folder,
  keptDays,
  longText,
  mailSender,
  oneOf,
  organizationAndProject,
  organizations,
  rateLimits,
  repositoryGrants,
  roleList,
  smtpServer,
  text,
  wholeNumber,
} from './settingTypes.js';
import { storageSettings } from './storageSettings.js';

/** What belongs together in help and documentation. */
export const subjects = {
  service: 'Service',
  storage: 'Storage',
  captures: 'Captures',
  codeHosts: 'Code hosts',
  accounts: 'Accounts and sign-in',
  mail: 'E-mail',
} as const;
export type Subject = keyof typeof subjects;

export const isSubject = (name: string): name is Subject => Object.hasOwn(subjects, name);

/** One environment variable. */
export interface Setting {
  subject: Subject;
  /** From the text of the variable to its value. Its description says what is wanted, as it follows after "must be". */
  type: z.ZodType<unknown, string>;
  /** The text that an unset variable stands for. Without one, the value of an unset variable is null. */
  default?: string;
  /** What applies while the variable is unset, in words, where that is not the text of `default`. */
  shownDefault?: string;
  /** Whether errors must not repeat the value. */
  isSecret?: true;
  /** Whether the variable may be written in lower case, too, as other programs read it. */
  mayBeLowerCase?: true;
  /** In Markdown. */
  meaning: string;
}

const defaultRateLimitsText = Object.entries(defaultRateLimits)
  .map(([counter, limit]) => `${counter}=${limit}`)
  .join(',');

/** Every setting of the service: what is not here is not read. */
export const settings = {
  SVC_ROLES: {
    subject: 'service',
    type: roleList,
    default: 'api,worker,capture',
    meaning:
      'What this process does: `api` serves clients and people, `worker` compares and delivers, `capture` unpacks and captures builds in browsers. A process without `api` needs `DATABASE_URL` and `SVC_PUBLIC_URL`.',
  },
  SVC_DATA_DIR: {
    subject: 'service',
    type: folder,
    default: './.svc',
    meaning: 'Folder that holds the embedded database, the images and the secret of the deployment.',
  },
  SVC_PORT: {
    subject: 'service',
    type: wholeNumber(0, 65_535),
    default: '4300',
    meaning: 'Port to listen on; `0` takes a free one.',
  },
  SVC_HOST: {
    subject: 'service',
    type: listenAddress,
    default: '127.0.0.1',
    meaning: 'Address to listen on.',
  },
  SVC_PUBLIC_URL: {
    subject: 'service',
    type: origin,
    shownDefault: '`http://localhost:<port>`',
    meaning: 'Origin at which people and clients reach the service.',
  },
  SVC_SITES_DOMAIN: {
    subject: 'service',
    type: domain,
    default: 'sites.localhost',
    meaning:
      'Uploaded sites are served at `<site>.<this>`, an origin that sees no cookie of the service. Use a separate registered domain, not one below the domain of the service.',
  },
  SVC_TRUSTED_PROXIES: {
    subject: 'service',
    type: wholeNumber(0, 10),
    default: '0',
    meaning: 'Number of proxies in front of the service that add a client address to `X-Forwarded-For`.',
  },
  SVC_RATE_LIMITS: {
    subject: 'service',
    type: rateLimits,
    default: defaultRateLimitsText,
    shownDefault: 'see Limits',
    meaning:
      'Requests per minute that differ from the defaults, such as `snapshots=600,reads=200`; `team` for the higher limits of a single team, `off` for no limits.',
  },
  SVC_SECRET: {
    subject: 'service',
    type: longText(16),
    shownDefault: 'file `secret` in `SVC_DATA_DIR`',
    isSecret: true,
    meaning:
      'Secret that protects stored tokens and sign-ins. All processes of a deployment need the same one.',
  },
  SVC_BOOTSTRAP_PROJECT: {
    subject: 'service',
    type: organizationAndProject,
    meaning: 'Project (`org/project`) to create at the first start, with an API key that is printed once.',
  },
  SVC_READY_FILE: {
    subject: 'service',
    type: text,
    meaning: 'File to write `{url, signInUrl, apiKey}` to once the service is ready.',
  },
  SVC_MIN_FREE_DISK: {
    subject: 'service',
    type: wholeNumber(0, 50),
    default: '5',
    meaning:
      'Percentage of free disk space below which `/readyz` answers 503 and `doctor` warns; `0` for never.',
  },
  SVC_METRICS_PORT: {
    subject: 'service',
    type: wholeNumber(0, 65_535),
    shownDefault: 'none',
    meaning:
      'Port at `SVC_HOST` for `/metrics`, `/livez` and `/readyz`, even without the role `api`; `0` takes a free one. It requires no authentication, so keep it inside your network. See docs/operating.md.',
  },
  SVC_MIGRATE: {
    subject: 'service',
    type: oneOf('start', 'never'),
    default: 'start',
    meaning:
      'Whether the service brings the schema of the database up to date when it starts. With `never`, only `svc-server migrate` does, and the service refuses to start until then.',
  },
  SVC_KEEP_ROWS: {
    subject: 'service',
    type: keptDays,
    default: '0',
    meaning:
      'Days for which the results and snapshots of builds are kept, 30 or more; `0` keeps them forever. Rows that later builds need are kept.',
  },
  SVC_ALLOW_ROOT: {
    subject: 'service',
    type: oneOf('true', 'false'),
    default: 'false',
    meaning: 'Whether root may start the service if `NODE_ENV` is `production`.',
  },
  SVC_LOG_LEVEL: {
    subject: 'service',
    type: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'warn',
    meaning:
      'Least severe level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  ...connectionSettings,
  SVC_PG_BIN: {
    subject: 'service',
    type: text,
    shownDefault: 'binaries from npm',
    meaning: 'Folder with the binaries of an installed PostgreSQL (15 or newer) to run as the embedded one.',
  },
  ...storageSettings,
  SVC_BROWSER_PATH: {
    subject: 'captures',
    type: text,
    shownDefault: 'detected',
    meaning: 'Path of the Chromium, or of its headless shell, that captures.',
  },
  SVC_ALLOW_UNSANDBOXED: {
    subject: 'captures',
    type: oneOf('true', 'false'),
    default: 'true',
    meaning:
      'Whether to capture even if Chromium’s sandbox does not work. With `false`, as in the container image, captures then fail and say why.',
  },
  SVC_PAGES: {
    subject: 'captures',
    type: wholeNumber(1, 64),
    default: '4',
    meaning: 'Number of pages that capture at the same time.',
  },
  SVC_DEVICE_SCALE_FACTOR: {
    subject: 'captures',
    type: wholeNumber(1, 4),
    default: '1',
    meaning: 'Image pixels per CSS pixel in each direction. Changing it changes every image.',
  },
  SVC_TARGET_TIMEOUT: {
    subject: 'captures',
    type: wholeNumber(1, 600),
    default: '30',
    meaning:
      'Seconds that one page or story may take, without its own delay; also the limit for the start of a Storybook.',
  },
  SVC_PAGE_MEMORY: {
    subject: 'captures',
    type: wholeNumber(128, 65_536),
    default: '1024',
    meaning: 'Memory in MiB that one page may use before it is terminated (Linux only).',
  },
  SVC_ALLOW_HOSTS: {
    subject: 'captures',
    type: hostList,
    default: '',
    meaning:
      'Private hosts that captures may reach, such as a staging server: comma-separated, as `host`, `host:port` or `*.domain`.',
  },
  SVC_GITHUB_APP_ID: {
    subject: 'codeHosts',
    type: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    meaning: 'ID of the GitHub App that reports check runs.',
  },
  SVC_GITHUB_PRIVATE_KEY: {
    subject: 'codeHosts',
    type: text,
    isSecret: true,
    meaning: 'Private key of the GitHub App, in PEM form; `\\n` may stand for a line break.',
  },
  SVC_GITHUB_PRIVATE_KEY_FILE: {
    subject: 'codeHosts',
    type: text,
    meaning: 'File with the private key, instead of `SVC_GITHUB_PRIVATE_KEY`.',
  },
  SVC_GITHUB_WEBHOOK_SECRET: {
    subject: 'codeHosts',
    type: text,
    isSecret: true,
    shownDefault: 'refuses GitHub’s deliveries',
    meaning: 'Secret of the GitHub App’s webhook at `<public url>/api/v1/webhooks/github`.',
  },
  SVC_GITHUB_URL: {
    subject: 'codeHosts',
    type: origin,
    shownDefault: 'github.com',
    meaning: 'Origin of a GitHub Enterprise Server, for check runs, sign-in and the identity tokens of CI.',
  },
  SVC_CODE_HOST_REPOSITORIES: {
    subject: 'codeHosts',
    type: repositoryGrants,
    default: '',
    meaning:
      'Repositories that an organization may connect without further proof, such as `acme=github.com/acme/web,github.com/acme/docs,globex=gitlab.example.com/globex/*`. See docs/code-hosts.md.',
  },
  SVC_HOOK_ALLOW_HOSTS: {
    subject: 'codeHosts',
    type: hostList,
    default: '',
    meaning:
      'Private hosts that a project may use as its code host, webhook or chat: comma-separated, as `host`, `host:port` or `*.domain`.',
  },
  SVC_SIGN_UP: {
    subject: 'accounts',
    type: oneOf('open', 'invitation'),
    default: 'invitation',
    meaning: 'Who may create an account: anyone (`open`), or people with an invitation (`invitation`).',
  },
  SVC_SIGN_UP_DOMAINS: {
    subject: 'accounts',
    type: domains,
    default: '',
    meaning: 'Domains, comma-separated. People with a verified e-mail address there need no invitation.',
  },
  SVC_SIGN_UP_ORGANISATIONS: {
    subject: 'accounts',
    type: organizations,
    meaning:
      'Organizations of GitHub, groups of GitLab, or values of an OpenID provider’s claim `groups`, such as `github:acme,gitlab:group/subgroup,oidc:staff`. Their members need no invitation.',
  },
  SVC_GITHUB_CLIENT_ID: {
    subject: 'accounts',
    type: text,
    meaning: 'Client ID for sign-in with GitHub, at `SVC_GITHUB_URL` if that is set.',
  },
  SVC_GITHUB_CLIENT_SECRET: {
    subject: 'accounts',
    type: text,
    isSecret: true,
    meaning: 'Client secret for sign-in with GitHub.',
  },
  SVC_GITLAB_URL: {
    subject: 'accounts',
    type: secureUrl,
    default: 'https://gitlab.com',
    meaning: 'Address of the GitLab server for sign-in and for the identity tokens of CI.',
  },
  SVC_GITLAB_CLIENT_ID: {
    subject: 'accounts',
    type: text,
    meaning: 'Client ID for sign-in with GitLab.',
  },
  SVC_GITLAB_CLIENT_SECRET: {
    subject: 'accounts',
    type: text,
    isSecret: true,
    meaning: 'Client secret for sign-in with GitLab.',
  },
  SVC_OIDC_ISSUER: {
    subject: 'accounts',
    type: secureUrl,
    meaning: 'Issuer of any other OpenID provider to sign in with.',
  },
  SVC_OIDC_CLIENT_ID: {
    subject: 'accounts',
    type: text,
    meaning: 'Client ID for sign-in with that provider.',
  },
  SVC_OIDC_CLIENT_SECRET: {
    subject: 'accounts',
    type: text,
    isSecret: true,
    meaning: 'Client secret for sign-in with that provider.',
  },
  SVC_OIDC_NAME: {
    subject: 'accounts',
    type: text,
    default: 'OpenID',
    meaning: 'Name of that provider on the sign-in page.',
  },
  SVC_CI_ISSUERS: {
    subject: 'accounts',
    type: ciIssuers,
    shownDefault: 'those of GitHub and GitLab',
    meaning:
      'Issuers whose identity tokens CI exchanges for keys, as `github=<issuer>,gitlab=<address>`; `github@<address>=<issuer>` for a GitHub with a different address than `SVC_GITHUB_URL`; `off` accepts none.',
  },
  SVC_SMTP_URL: {
    subject: 'mail',
    type: smtpServer,
    isSecret: true,
    shownDefault: 'no e-mail is sent',
    meaning:
      'Mail server, as `smtp://user:password@smtp.example.com:587`, or `smtps://…` for TLS from the first byte. User and password, which are percent-encoded, are sent over TLS only.',
  },
  SVC_SMTP_URL_FILE: {
    subject: 'mail',
    type: text,
    meaning: 'File with that address, instead of `SVC_SMTP_URL`.',
  },
  SVC_MAIL_FROM: {
    subject: 'mail',
    type: mailSender,
    meaning: 'Sender of all e-mail, such as `svc@example.com` or `Visual tests <svc@example.com>`.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The value of each setting; null for an unset one without default. */
export type SettingValues = {
  [Name in SettingName]: (typeof settings)[Name] extends { default: string }
    ? z.output<(typeof settings)[Name]['type']>
    : z.output<(typeof settings)[Name]['type']> | null;
};
