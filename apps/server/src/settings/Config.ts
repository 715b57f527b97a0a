import type { CiIssuerSettings } from '../codehost/createCiIssuers.js';
import type { SignInSettings } from '../codehost/createSignInProvider.js';
import type { GithubApp } from '../codehost/github/createGithub.js';
import type { Counter } from '../domain/access/rateLimits.js';
import type { BlobStoreName } from '../domain/blobStoreNames.js';
import type { RepositoryGrant } from '../domain/codeHosts/repositoryGrants.js';
import type { ProcessRole } from '../domain/processRoles.js';
import type { ProxyRules } from '../proxy/chooseProxy.js';
import type { MailerOptions } from '../smtp/createMailer.js';
import type { S3Access, S3Settings } from '../store/blobs/s3/S3Settings.js';
import type { TraceSettings } from './readTraces.js';

/** Everything that the environment decides. `settings.ts` says what each variable means. */
export interface Config {
  /** At least one. */
  roles: ProcessRole[];
  /** An absolute path. */
  dataDir: string;
  /** Null for the embedded PostgreSQL. */
  databaseUrl: string | null;
  /** The same database without a pooler between; null where `databaseUrl` has none, too. */
  directDatabaseUrl: string | null;
  /** Null where the service goes out directly. */
  proxies: ProxyRules | null;
  /** At least one: what is put goes to all, what is read comes from the first that has it. */
  blobStores: BlobStoreName[];
  /** Null where no bucket is named. */
  s3: S3Settings | null;
  /** How buckets are reached, also those of backups. */
  s3Access: S3Access;
  /** Whether browsers are sent to the store for images. */
  redirectsToBlobs: boolean;
  /** MiB of site files that a process with browsers keeps on disk. */
  blobCache: number;
  postgresBinDir: string | null;
  host: string;
  port: number;
  publicUrl: string | null;
  sitesDomain: string;
  browserPath: string | null;
  /** Whether browsers may run without Chromium's sandbox where it does not work. */
  allowUnsandboxed: boolean;
  pages: number;
  deviceScaleFactor: number;
  /** Seconds. */
  targetTimeout: number;
  /** MiB. */
  pageMemory: number;
  allowHosts: string[];
  hookAllowHosts: string[];
  /** Null for the one in the data folder. */
  secret: string | null;
  /** Null when there is no GitHub App. */
  github: GithubConfig | null;
  /** Address of the GitHub whose App reports check runs. */
  githubPlace: string;
  repositoryGrants: RepositoryGrant[];
  /** Null where nobody asks for metrics. */
  metricsPort: number | null;
  /** Null where nobody asks for traces. */
  traces: TraceSettings | null;
  /** Whether a start brings the schema up to date. */
  migratesAtStart: boolean;
  bootstrapProject: string | null;
  readyFile: string | null;
  logLevel: string;
  /** Whether root may start the service in production. */
  allowRoot: boolean;
  /** Percent of a disk. */
  minFreeDisk: number;
  /** Days for which results and snapshots are kept; null forever. */
  keepRows: number | null;
  /** Requests per minute of each counter; null when they are lifted. */
  rateLimits: Readonly<Record<Counter, number>> | null;
  isSignUpOpen: boolean;
  signUpDomains: string[];
  signIn: SignInSettings[];
  ciIssuers: CiIssuerSettings[];
  trustedProxies: number;
  /** Null when no e-mail is sent. */
  mail: MailerOptions | null;
}

export interface GithubConfig extends GithubApp {
  /** Null when GitHub's deliveries are refused. */
  webhookSecret: string | null;
}
