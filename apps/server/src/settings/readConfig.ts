import { resolve } from 'node:path';
import type { CiIssuerSettings } from '../codehost/createCiIssuers.js';
import type { SignInSettings } from '../codehost/createSignInProvider.js';
import { placeOf } from '../domain/codeHosts/placeOf.js';
import type { MailerOptions, SmtpServer } from '../smtp/createMailer.js';
import { isSecure } from './addressTypes.js';
import type { Config, GithubConfig } from './Config.js';
import { ConfigError } from './ConfigError.js';
import { type Report, readSecretFile } from './readSecretFile.js';
import { readSettings } from './readSettings.js';
import { readStorage } from './readStorage.js';
import { readTraces } from './readTraces.js';
import type { SettingName, SettingValues } from './settings.js';
import { smtpServer } from './settingTypes.js';

type IsSet = (name: SettingName) => boolean;

const githubApiUrl = 'https://api.github.com';

/** @throws ConfigError with one line for each bad setting: its name, what was given and what is wanted */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { values, problems } = readSettings(env);
  const report: Report = (problem) => problems.push(problem);
  const isSet: IsSet = (name) => Boolean(env[name]?.trim());
  const config: Config = {
    roles: values.SVC_ROLES,
    dataDir: resolve(values.SVC_DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    directDatabaseUrl: values.DATABASE_DIRECT_URL,
    proxies: readProxies(values),
    ...readStorage(values, report),
    postgresBinDir: values.SVC_PG_BIN,
    host: values.SVC_HOST,
    port: values.SVC_PORT,
    publicUrl: values.SVC_PUBLIC_URL,
    sitesDomain: values.SVC_SITES_DOMAIN,
    browserPath: values.SVC_BROWSER_PATH,
    allowUnsandboxed: values.SVC_ALLOW_UNSANDBOXED === 'true',
    pages: values.SVC_PAGES,
    deviceScaleFactor: values.SVC_DEVICE_SCALE_FACTOR,
    targetTimeout: values.SVC_TARGET_TIMEOUT,
    pageMemory: values.SVC_PAGE_MEMORY,
    allowHosts: values.SVC_ALLOW_HOSTS,
    hookAllowHosts: values.SVC_HOOK_ALLOW_HOSTS,
    secret: values.SVC_SECRET,
    github: readGithub(values, isSet, report),
    githubPlace: placeOf(values.SVC_GITHUB_URL ?? '') ?? 'https://github.com',
    repositoryGrants: values.SVC_CODE_HOST_REPOSITORIES,
    metricsPort: values.SVC_METRICS_PORT,
    traces: readTraces(env),
    migratesAtStart: values.SVC_MIGRATE === 'start',
    bootstrapProject: values.SVC_BOOTSTRAP_PROJECT,
    readyFile: values.SVC_READY_FILE,
    logLevel: values.SVC_LOG_LEVEL,
    allowRoot: values.SVC_ALLOW_ROOT === 'true',
    minFreeDisk: values.SVC_MIN_FREE_DISK,
    keepRows: values.SVC_KEEP_ROWS,
    rateLimits: values.SVC_RATE_LIMITS,
    isSignUpOpen: values.SVC_SIGN_UP === 'open',
    signUpDomains: values.SVC_SIGN_UP_DOMAINS,
    signIn: readSignIn(values, isSet, report),
    ciIssuers: values.SVC_CI_ISSUERS ?? usualIssuers(values, report),
    trustedProxies: values.SVC_TRUSTED_PROXIES,
    mail: readMail(values, isSet, report),
  };
  reportMissing(config, report);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** A process that is not all of the service shares the rest with others. */
function reportMissing({ roles, databaseUrl, directDatabaseUrl, publicUrl }: Config, report: Report): void {
  if (directDatabaseUrl !== null && databaseUrl === null)
    report('DATABASE_DIRECT_URL needs DATABASE_URL, which names the same database');
  if (roles.length === 0 || roles.includes('api')) return;
  const of = `A process with the roles ${roles.join(', ')} alone needs`;
  if (databaseUrl === null)
    report(`${of} DATABASE_URL: it works on the database of the processes with the role api`);
  if (publicUrl === null) report(`${of} SVC_PUBLIC_URL: the origin of the processes with the role api`);
}

function readProxies({
  HTTPS_PROXY: https,
  HTTP_PROXY: http,
  NO_PROXY: except,
}: SettingValues): Config['proxies'] {
  if (https === null && http === null) return null;
  return { https, http, except: except.map((rule) => rule.toLowerCase()) };
}

function readGithub(values: SettingValues, isSet: IsSet, report: Report): GithubConfig | null {
  const hasKey = isSet('SVC_GITHUB_PRIVATE_KEY') || isSet('SVC_GITHUB_PRIVATE_KEY_FILE');
  if (isSet('SVC_GITHUB_APP_ID') !== hasKey) {
    report('A GitHub App needs SVC_GITHUB_APP_ID and SVC_GITHUB_PRIVATE_KEY or SVC_GITHUB_PRIVATE_KEY_FILE');
  }
  const appId = values.SVC_GITHUB_APP_ID;
  const privateKey = readPrivateKey(values, report);
  if (appId === null || privateKey === null) return null;
  const url = values.SVC_GITHUB_URL;
  return {
    appId,
    privateKey,
    apiUrl: url === null ? githubApiUrl : `${url}/api/v3`,
    webhookSecret: values.SVC_GITHUB_WEBHOOK_SECRET,
  };
}

/** A PEM in a variable often has its line breaks written as `\\n`. */
function readPrivateKey(values: SettingValues, report: Report): string | null {
  const { SVC_GITHUB_PRIVATE_KEY: key, SVC_GITHUB_PRIVATE_KEY_FILE: file } = values;
  if (key !== null) return key.replaceAll('\\n', '\n');
  return file === null ? null : readSecretFile('SVC_GITHUB_PRIVATE_KEY_FILE', file, report);
}

/** Both a server and a sender, or neither. */
function readMail(values: SettingValues, isSet: IsSet, report: Report): MailerOptions | null {
  const hasServer = isSet('SVC_SMTP_URL') || isSet('SVC_SMTP_URL_FILE');
  if (hasServer !== isSet('SVC_MAIL_FROM'))
    report('E-mail needs SVC_MAIL_FROM and SVC_SMTP_URL or SVC_SMTP_URL_FILE');
  const server = readSmtpServer(values, report);
  const from = values.SVC_MAIL_FROM;
  return server === null || from === null ? null : { server, from };
}

function readSmtpServer(values: SettingValues, report: Report): SmtpServer | null {
  const { SVC_SMTP_URL: server, SVC_SMTP_URL_FILE: file } = values;
  if (server !== null || file === null) return server;
  const text = readSecretFile('SVC_SMTP_URL_FILE', file, report);
  if (text === null) return null;
  const { data, success } = smtpServer.safeParse(text.trim());
  if (!success) report(`What SVC_SMTP_URL_FILE holds must be ${smtpServer.description}`);
  return data ?? null;
}

/** GitHub, GitLab and another OpenID provider, each with what registering the service there gave. */
function readSignIn(values: SettingValues, isSet: IsSet, report: Report): SignInSettings[] {
  const github = values.SVC_GITHUB_URL;
  const places = [
    {
      id: 'github',
      name: 'GitHub',
      issuer: github ?? 'https://github.com',
      apiUrl: github === null ? githubApiUrl : `${github}/api/v3`,
      clientId: values.SVC_GITHUB_CLIENT_ID,
      clientSecret: values.SVC_GITHUB_CLIENT_SECRET,
      needs: ['SVC_GITHUB_CLIENT_ID', 'SVC_GITHUB_CLIENT_SECRET'],
    },
    {
      id: 'gitlab',
      name: 'GitLab',
      issuer: values.SVC_GITLAB_URL,
      apiUrl: null,
      clientId: values.SVC_GITLAB_CLIENT_ID,
      clientSecret: values.SVC_GITLAB_CLIENT_SECRET,
      needs: ['SVC_GITLAB_CLIENT_ID', 'SVC_GITLAB_CLIENT_SECRET'],
    },
    {
      id: 'oidc',
      name: values.SVC_OIDC_NAME,
      issuer: values.SVC_OIDC_ISSUER,
      apiUrl: null,
      clientId: values.SVC_OIDC_CLIENT_ID,
      clientSecret: values.SVC_OIDC_CLIENT_SECRET,
      needs: ['SVC_OIDC_CLIENT_ID', 'SVC_OIDC_CLIENT_SECRET', 'SVC_OIDC_ISSUER'],
    },
  ] as const;
  return places.flatMap(({ issuer, clientId, clientSecret, needs, ...place }) => {
    if (clientId === null && clientSecret === null) return [];
    const missing = needs.filter((name) => !isSet(name));
    if (missing.length > 0) report(`Sign-in with ${place.name} also needs ${missing.join(' and ')}`);
    if (issuer === null || clientId === null || clientSecret === null) return [];
    if (!isSecure(issuer)) report(`SVC_GITHUB_URL must be an https address for sign-in, not "${issuer}"`);
    const organisations = values.SVC_SIGN_UP_ORGANISATIONS?.[place.id] ?? [];
    return [{ ...place, issuer, clientId, clientSecret, organisations }];
  });
}

/** Where `SVC_CI_ISSUERS` names none: those of the code hosts. */
function usualIssuers(values: SettingValues, report: Report): CiIssuerSettings[] {
  const github = values.SVC_GITHUB_URL;
  if (github !== null && !isSecure(github)) {
    report(
      `SVC_GITHUB_URL must be an https address for identity tokens of CI, not "${github}"; SVC_CI_ISSUERS=off does without them`,
    );
  }
  return [
    {
      kind: 'github',
      issuer: github === null ? 'https://token.actions.githubusercontent.com' : `${github}/_services/token`,
    },
    { kind: 'gitlab', issuer: values.SVC_GITLAB_URL },
  ];
}
