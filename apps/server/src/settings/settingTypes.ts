import { projectSlug } from '@svc/schema';
import { z } from 'zod';
import type { CiIssuerSettings } from '../codehost/createCiIssuers.js';
import type { SignInSettings } from '../codehost/createSignInProvider.js';
import { readEmailAddress } from '../domain/access/emailAddress.js';
import { type Counter, defaultRateLimits, teamRateLimits } from '../domain/access/rateLimits.js';
import { type BlobStoreName, isBlobStoreName } from '../domain/blobStoreNames.js';
import { placeOf } from '../domain/codeHosts/placeOf.js';
import { type RepositoryGrant, readRepositoryGrants } from '../domain/codeHosts/repositoryGrants.js';
import { isProcessRole, type ProcessRole, processRoles } from '../domain/processRoles.js';
import type { MailerOptions, SmtpServer } from '../smtp/createMailer.js';
import { isSecure, withoutSlashes } from './addressTypes.js';
import { partsOf, readBy, textIn } from './readBy.js';

// The description of each type says what is wanted, as it follows after "must be".

export const text = z.string().describe('a text');

export const folder = readBy<string>(
  'a path without a ~ at its beginning, which only shells replace',
  (value) => (value.startsWith('~') ? undefined : value),
);

export const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number<string>()
    .int()
    .min(minimum)
    .max(maximum)
    .describe(`a whole number from ${minimum} to ${maximum}`);

/** Null forever. */
export const keptDays = readBy<number | null>(
  'a whole number of days from 30 to 36500, or 0 forever',
  (value) => {
    const days = /^\d{1,5}$/.test(value.trim()) ? Number(value) : Number.NaN;
    if (days === 0) return null;
    return days >= 30 && days <= 36_500 ? days : undefined;
  },
);

export const oneOf = <const Option extends string>(...options: Option[]) =>
  z.enum(options).describe(`one of ${options.join(', ')}`);

export const commaList = z.string().transform(partsOf).describe('a comma-separated list');

export const roleList = readBy<ProcessRole[]>(
  `a comma-separated list of ${processRoles.join(', ')}`,
  (value) => {
    const names = [...new Set(partsOf(value))];
    return names.length > 0 && names.every(isProcessRole) ? names : undefined;
  },
);

export const longText = (minimum: number) =>
  z.string().min(minimum).describe(`at least ${minimum} characters long`);

export const organizationAndProject = projectSlug.describe('like org/project, in lower case');

/**
 * `off`, or changes such as `snapshots=600,reads=200` to the defaults or, after `team`, to those of a team; null when limits
 * are lifted.
 */
export const rateLimits = readBy<Record<Counter, number> | null>(
  `"off", "team" or a list such as "snapshots=600,reads=200", each from 1 to 99999, of ${Object.keys(defaultRateLimits).join(', ')}`,
  (value) => {
    if (value === 'off') return null;
    const [first, ...others] = value.split(',');
    const isTeam = first?.trim() === 'team';
    const limits = { ...defaultRateLimits, ...(isTeam ? teamRateLimits : {}) };
    for (const part of isTeam ? others : value.split(',')) {
      const [, name = '', number] = /^\s*(\w+)\s*=\s*([1-9]\d{0,4})\s*$/.exec(part) ?? [];
      if (!isCounter(name)) return undefined;
      limits[name] = Number(number);
    }
    return limits;
  },
);

const isCounter = (name: string): name is Counter => Object.hasOwn(defaultRateLimits, name);

/** Such as `acme=github.com/acme/web,globex=gitlab.example.com/globex/*`. */
export const repositoryGrants = readBy<RepositoryGrant[]>(
  'a list such as "acme=github.com/acme/web,github.com/acme/docs,globex=gitlab.example.com/globex/*"',
  readRepositoryGrants,
);

type SignInPlace = SignInSettings['id'];
const signInPlaces: readonly SignInPlace[] = ['github', 'gitlab', 'oidc'];

/** Such as `github:acme,gitlab:group/subgroup,oidc:staff`; names in lower case. */
export const organizations = readBy<Record<SignInPlace, string[]>>(
  'a list such as "github:acme,gitlab:group/subgroup,oidc:staff"',
  (value) => {
    const found: Record<SignInPlace, string[]> = { github: [], gitlab: [], oidc: [] };
    for (const part of value.split(',')) {
      const [, id, name] = /^\s*(\w+)\s*:\s*(\S.*?)\s*$/.exec(part) ?? [];
      const place = signInPlaces.find((one) => one === id);
      if (!place || !name) return undefined;
      found[place].push(name.toLowerCase());
    }
    return found;
  },
);

/** `off`, or a list such as `github=https://…,gitlab=https://…`; `github@https://…=` says which GitHub an issuer is of. */
export const ciIssuers = readBy<CiIssuerSettings[]>(
  '"off" or a list such as "github=https://token.actions.githubusercontent.com,gitlab=https://gitlab.example.com"',
  (value) => {
    if (value === 'off') return [];
    const issuers: CiIssuerSettings[] = [];
    for (const part of value.split(',')) {
      const [, kind, of, url = ''] = /^\s*(github|gitlab)(?:@([^\s=]+))?\s*=\s*(\S+)\s*$/.exec(part) ?? [];
      if (!(kind === 'github' || kind === 'gitlab') || !isSecure(url)) return undefined;
      const place = of === undefined ? undefined : placeOf(of);
      if (place === null || (place !== undefined && kind === 'gitlab')) return undefined;
      issuers.push({ kind, issuer: withoutSlashes(url), ...(place === undefined ? {} : { place }) });
    }
    return issuers;
  },
);

/** Port 465 speaks TLS from the first byte, 587 after STARTTLS. */
export const smtpServer = readBy<SmtpServer>(
  'like smtp://user:password@smtp.example.com:587, or smtps://… for TLS from the first byte; special characters of user and password are percent-encoded',
  (value) => {
    if (!/^smtps?:\/\//i.test(value) || !URL.canParse(value)) return undefined;
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
    if (hostname === '' || !['', '/'].includes(pathname) || search !== '' || hash !== '') return undefined;
    const [user, pass] = [textIn(username), textIn(password)];
    if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined;
    const secure = protocol === 'smtps:';
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      auth: user === '' ? null : { user, pass },
    };
  },
);

/** `svc@example.com`, or `Visual tests <svc@example.com>`. */
export const mailSender = readBy<MailerOptions['from']>(
  'an e-mail address such as svc@example.com, or "Visual tests <svc@example.com>"',
  (value) => {
    const [, name = '', within] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(value.trim()) ?? [];
    const address = readEmailAddress((within ?? value).trim());
    return address === null ? undefined : { name: name.trim() || 'svc', address };
  },
);

/** Where blobs are kept, such as `disk` or `disk,s3`. */
export const blobStores = readBy<BlobStoreName[]>('"disk", "s3", "disk,s3" or "s3,disk"', (value) => {
  const names = partsOf(value);
  const isList = names.length > 0 && names.length === new Set(names).size;
  return isList && names.every(isBlobStoreName) ? names : undefined;
});

export const bucketName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
  .describe('the name of a bucket, such as svc-images');

/** Of keys: empty, or with a slash at its end. */
export const keyPrefix = readBy<string>('a text such as svc/ of letters, digits and "-_./"', (value) => {
  const parts = value.split('/').filter(Boolean);
  const isPlain = parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
  return isPlain ? parts.map((part) => `${part}/`).join('') : undefined;
});
