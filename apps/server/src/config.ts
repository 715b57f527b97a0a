import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CiIssuerSettings } from './codehost/createCiIssuers.js';
import type { SignInSettings } from './codehost/createSignInProvider.js';
import { type Counter, defaultRateLimits } from './domain/rateLimits.js';

/** Everything that the environment decides. */
export interface Config {
  /** Embedded database, images and what else is kept. */
  dataDir: string;
  /** A PostgreSQL elsewhere; null for the embedded one. */
  databaseUrl: string | null;
  /** Folder of the programs of a PostgreSQL on this machine, for the embedded one. */
  postgresBinDir: string | null;
  host: string;
  port: number;
  publicUrl: string | null;
  sitesDomain: string;
  browserPath: string | null;
  /** Pages that capture at the same time. */
  pages: number;
  /** Pixels of an image for each CSS pixel, in each direction. */
  deviceScaleFactor: number;
  /** Seconds that one target may take, beside its own delay. */
  targetTimeout: number;
  /** MiB that one page may use. */
  pageMemory: number;
  /** Hosts that the fleet may reach although their addresses are private. */
  allowHosts: string[];
  /** Private hosts that a GitLab or a webhook of a project may be at. */
  hookAllowHosts: string[];
  /** Seals stored secrets, the same in all processes of a deployment; null for the one in the data folder. */
  secret: string | null;
  /** The GitHub App; null when there is none. */
  github: GithubConfig | null;
  bootstrapProject: string | null;
  /** Where to write `{url, signInUrl, apiKey}` once the service is ready. */
  readyFile: string | null;
  logLevel: string;
  /** Requests per minute of each counter; null when they are lifted. */
  rateLimits: Record<Counter, number> | null;
  /** Whether anybody may make an account; by invitation otherwise. */
  isSignUpOpen: boolean;
  /** Who has an address here makes an account without an invitation. */
  signUpDomains: string[];
  /** Where else people can sign in. */
  signIn: SignInSettings[];
  /** Whose identity tokens CI can exchange for keys. */
  ciIssuers: CiIssuerSettings[];
  /** Proxies in front of the service, whose `X-Forwarded-For` is believed. */
  trustedProxies: number;
}

export interface GithubConfig {
  appId: number;
  /** PEM. */
  privateKey: string;
  /** Of the REST API. */
  apiUrl: string;
  /** Signs what GitHub sends; null when nothing of it is believed. */
  webhookSecret: string | null;
}

/** A setting that cannot be used, said so that the operator can mend it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** @throws ConfigError naming the variable and what it may be */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string): string | null => env[name]?.trim() || null;
  const whole = (name: string, fallback: number, minimum: number, maximum: number): number => {
    const value = text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= minimum && number <= maximum) return number;
    throw new ConfigError(`${name} must be a whole number from ${minimum} to ${maximum}, not "${value}"`);
  };
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean);
  const publicUrl = text('SVC_PUBLIC_URL');
  if (publicUrl !== null && !/^https?:\/\/[^/]+\/?$/.test(publicUrl)) {
    throw new ConfigError(
      `SVC_PUBLIC_URL must be an origin such as https://svc.example.com, not "${publicUrl}"`,
    );
  }
  const bootstrapProject = text('SVC_BOOTSTRAP_PROJECT');
  if (bootstrapProject !== null && !/^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*$/.test(bootstrapProject)) {
    throw new ConfigError(`SVC_BOOTSTRAP_PROJECT must look like org/project, not "${bootstrapProject}"`);
  }
  return {
    dataDir: resolve(text('SVC_DATA_DIR') ?? '.svc'),
    databaseUrl: text('DATABASE_URL'),
    postgresBinDir: text('SVC_PG_BIN'),
    host: text('SVC_HOST') ?? '127.0.0.1',
    port: whole('SVC_PORT', 4300, 0, 65_535),
    publicUrl,
    sitesDomain: (text('SVC_SITES_DOMAIN') ?? 'sites.localhost').toLowerCase(),
    browserPath: text('SVC_BROWSER_PATH'),
    pages: whole('SVC_PAGES', 4, 1, 64),
    deviceScaleFactor: whole('SVC_DEVICE_SCALE_FACTOR', 1, 1, 4),
    targetTimeout: whole('SVC_TARGET_TIMEOUT', 30, 1, 600),
    pageMemory: whole('SVC_PAGE_MEMORY', 1_024, 128, 65_536),
    allowHosts: list('SVC_ALLOW_HOSTS'),
    hookAllowHosts: list('SVC_HOOK_ALLOW_HOSTS'),
    secret: readOwnSecret(text('SVC_SECRET')),
    github: readGithub(text, whole),
    bootstrapProject,
    readyFile: text('SVC_READY_FILE'),
    logLevel: text('SVC_LOG_LEVEL') ?? 'warn',
    rateLimits: readRateLimits(text('SVC_RATE_LIMITS')),
    isSignUpOpen: readSignUp(text('SVC_SIGN_UP')),
    signUpDomains: list('SVC_SIGN_UP_DOMAINS').map((domain) => domain.toLowerCase()),
    signIn: readSignIn(text),
    ciIssuers: readCiIssuers(text),
    trustedProxies: whole('SVC_TRUSTED_PROXIES', 0, 0, 10),
  };
}

/** `off`, or changes to the defaults such as `snapshots=600,reads=200`. */
function readRateLimits(value: string | null): Record<Counter, number> | null {
  if (value === 'off') return null;
  const limits = { ...defaultRateLimits };
  for (const part of value?.split(',') ?? []) {
    const [, name = '', number] = /^\s*(\w+)\s*=\s*([1-9]\d{0,4})\s*$/.exec(part) ?? [];
    if (!Object.hasOwn(limits, name)) {
      throw new ConfigError(
        `SVC_RATE_LIMITS must be "off" or a list such as "snapshots=600,reads=200", each from 1 to 99999 a minute, not "${value}". ` +
          `There are ${Object.keys(limits).join(', ')}.`,
      );
    }
    limits[name as Counter] = Number(number);
  }
  return limits;
}

/** GitHub, GitLab and an OpenID provider of one's own; each with what registering the service there gave. */
function readSignIn(text: (name: string) => string | null): SignInSettings[] {
  const origin = (name: string): string | null => text(name)?.replace(/\/+$/, '') ?? null;
  const github = origin('SVC_GITHUB_URL');
  const organisations = readOrganisations(text('SVC_SIGN_UP_ORGANISATIONS'));
  const places = [
    {
      id: 'github',
      name: 'GitHub',
      issuer: github ?? 'https://github.com',
      apiUrl: github === null ? 'https://api.github.com' : `${github}/api/v3`,
    },
    {
      id: 'gitlab',
      name: 'GitLab',
      issuer: origin('SVC_GITLAB_URL') ?? 'https://gitlab.com',
      apiUrl: null,
    },
    { id: 'oidc', name: text('SVC_OIDC_NAME') ?? 'OpenID', issuer: origin('SVC_OIDC_ISSUER'), apiUrl: null },
  ] as const;
  return places.flatMap(({ issuer, ...place }) => {
    const prefix = `SVC_${place.id.toUpperCase()}_CLIENT`;
    const [clientId, clientSecret] = [text(`${prefix}_ID`), text(`${prefix}_SECRET`)];
    if (clientId === null && clientSecret === null) return [];
    if (clientId === null || clientSecret === null || issuer === null) {
      const names = [`${prefix}_ID`, `${prefix}_SECRET`, ...(place.id === 'oidc' ? ['SVC_OIDC_ISSUER'] : [])];
      throw new ConfigError(`Sign-in with ${place.name} needs ${names.join(', ')}; not all of them are set`);
    }
    if (!isSecure(issuer)) {
      throw new ConfigError(`Sign-in with ${place.name} must be over https, not ${issuer}`);
    }
    return [{ ...place, issuer, clientId, clientSecret, organisations: organisations[place.id] }];
  });
}

/** Such as `github:acme,gitlab:group/subgroup,oidc:staff`. */
function readOrganisations(value: string | null): Record<SignInSettings['id'], string[]> {
  const found: Record<SignInSettings['id'], string[]> = { github: [], gitlab: [], oidc: [] };
  for (const part of value?.split(',') ?? []) {
    const [, id, name] = /^\s*(github|gitlab|oidc)\s*:\s*(\S.*?)\s*$/.exec(part) ?? [];
    if (!(id === 'github' || id === 'gitlab' || id === 'oidc') || !name) {
      throw new ConfigError(
        `SVC_SIGN_UP_ORGANISATIONS must be a list such as "github:acme,gitlab:group/subgroup,oidc:staff", not "${value}"`,
      );
    }
    found[id].push(name.toLowerCase());
  }
  return found;
}

/** `off`, or a list such as `github=https://…,gitlab=https://…`; where there is none, those of the code hosts. */
function readCiIssuers(text: (name: string) => string | null): CiIssuerSettings[] {
  const value = text('SVC_CI_ISSUERS');
  if (value === 'off') return [];
  const github = text('SVC_GITHUB_URL')?.replace(/\/+$/, '');
  const gitlab = text('SVC_GITLAB_URL')?.replace(/\/+$/, '') ?? 'https://gitlab.com';
  const usual = [
    `github=${github ? `${github}/_services/token` : 'https://token.actions.githubusercontent.com'}`,
    `gitlab=${gitlab}`,
  ];
  return (value?.split(',') ?? usual).map((part) => {
    const [, kind, issuer = ''] = /^\s*(github|gitlab)\s*=\s*(\S+?)\/*\s*$/.exec(part) ?? [];
    if ((kind === 'github' || kind === 'gitlab') && isSecure(issuer)) return { kind, issuer };
    throw new ConfigError(
      'SVC_CI_ISSUERS must be "off" or a list such as "github=https://token.actions.githubusercontent.com,' +
        `gitlab=https://gitlab.example.com", not "${value ?? usual.join(',')}"`,
    );
  });
}

/** Over https, or not leaving the machine. */
const isSecure = (url: string): boolean => /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url);

function readSignUp(value: string | null): boolean {
  if (value === 'open') return true;
  if (value === null || value === 'invitation') return false;
  throw new ConfigError(`SVC_SIGN_UP must be "open" or "invitation", not "${value}"`);
}

const minimumSecret = 16;

function readOwnSecret(secret: string | null): string | null {
  if (secret === null || secret.length >= minimumSecret) return secret;
  throw new ConfigError(`SVC_SECRET must have at least ${minimumSecret} characters`);
}

function readGithub(
  text: (name: string) => string | null,
  whole: (name: string, fallback: number, minimum: number, maximum: number) => number,
): GithubConfig | null {
  const appId = whole('SVC_GITHUB_APP_ID', 0, 1, Number.MAX_SAFE_INTEGER);
  const privateKey = readKey(text('SVC_GITHUB_PRIVATE_KEY'), text('SVC_GITHUB_PRIVATE_KEY_FILE'));
  if (appId === 0 && privateKey === null) return null;
  if (appId === 0 || privateKey === null) {
    throw new ConfigError(
      'A GitHub App needs both: set SVC_GITHUB_APP_ID and SVC_GITHUB_PRIVATE_KEY (or SVC_GITHUB_PRIVATE_KEY_FILE)',
    );
  }
  const url = text('SVC_GITHUB_URL');
  if (url !== null && !/^https?:\/\/[^/]+\/?$/.test(url)) {
    throw new ConfigError(
      `SVC_GITHUB_URL must be an origin such as https://github.example.com, not "${url}"`,
    );
  }
  return {
    appId,
    privateKey,
    apiUrl: url === null ? 'https://api.github.com' : `${url.replace(/\/$/, '')}/api/v3`,
    webhookSecret: text('SVC_GITHUB_WEBHOOK_SECRET'),
  };
}

/** A PEM in a variable often has its line breaks written as `\\n`. */
function readKey(given: string | null, file: string | null): string | null {
  if (given !== null) return given.replaceAll('\\n', '\n');
  if (file === null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`SVC_GITHUB_PRIVATE_KEY_FILE cannot be read: ${why}`);
  }
}
