import type { AuditEntry } from '@svc/schema';
import { bytesText } from '../bytesText.js';
import { kindWords } from '../project/kindWords.js';

type Details = Record<string, unknown>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const object = (value: unknown): Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Details) : {};
const quoted = (value: unknown): string => (text(value) === null ? '' : ` “${text(value)}”`);

/** Names that are listed; more are counted. */
const mostNames = 3;

function snapshotWords(details: Details): string {
  const names = texts(details.snapshots);
  const count = typeof details.count === 'number' ? details.count : names.length;
  const told = names.slice(0, mostNames);
  const more = Math.max(names.length, count) - told.length;
  const list = [...told, ...(more > 0 && told.length > 0 ? [`${more} more`] : [])].join(', ');
  return `${count} ${count === 1 ? 'snapshot' : 'snapshots'}${list ? `: ${list}` : ''}`;
}

const settingNames: Record<string, string> = {
  approvalMemory: 'approval memory',
  requiredApprovals: 'required approvals',
  proof: 'proof by bytes',
  cancelSuperseded: 'cancelling of superseded builds',
  defaultBranch: 'default branch',
  threshold: 'threshold',
  antiAliasing: 'ignoring anti-aliasing',
  sensitivity: 'sensitivity',
  a11y: 'accessibility',
  a11yBySuite: 'accessibility of suites',
  retentionDays: 'days of retention',
  badges: 'badges',
  maxBytes: 'bytes of quota',
  maxFiles: 'files of quota',
};
const valueWords = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'on' : 'off') : modesWords(value) || String(value ?? 'none');
/** Settings of single suites: `forms: review`. */
const modesWords = (value: unknown): string => {
  const modes = Object.entries(object(value)).map(([name, mode]) => `${name}: ${mode}`);
  return modes.join(', ') || (typeof value === 'object' && value !== null ? 'none' : '');
};

function settingsWords(details: Details): string {
  const [from, to] = [object(details.from), object(details.to)];
  const changed = Object.keys(to).filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
  if (changed.length === 0) return 'saved the settings without a change';
  return `changed ${changed
    .map((name) => `${settingNames[name] ?? name} from ${valueWords(from[name])} to ${valueWords(to[name])}`)
    .join(', and ')}`;
}

function expiryWords(days: unknown): string {
  if (typeof days !== 'number') return 'until it is revoked';
  return days === 1 ? 'for one day' : `for ${days} days`;
}

const hostWords = (kind: unknown): string =>
  Object.entries(kindWords).find(([one]) => one === kind)?.[1] ?? 'a code host';

const areaWords = ({ snapshot, suite }: Details): string =>
  text(snapshot) === null ? `the suite${quoted(suite)}` : `${quoted(snapshot).trim()} in${quoted(suite)}`;

const sentences: Record<string, (details: Details, target: string | null) => string> = {
  'diff.approved': (details) => `approved ${snapshotWords(details)}`,
  'diff.auto-approved': (details) => `uploaded with automatic approval ${snapshotWords(details)}`,
  'baselines.set': ({ branch, suite, count }) =>
    `set ${typeof count === 'number' ? count : 'the'} baselines of${quoted(suite)} on${quoted(branch)} directly`,
  'images.removed': ({ count, bytes }) =>
    `removed ${count === 1 ? 'an image' : `${count} images`} that nothing needs any more${typeof bytes === 'number' ? ` (${bytesText(bytes)})` : ''}`,
  'diff.ignored': (details) => `ignored the change of ${snapshotWords(details)} for a while`,
  'diff.unignored': (details) => `stopped ignoring the change of ${snapshotWords(details)}`,
  'diff.rejected': (details) => `rejected ${snapshotWords(details)}`,
  'diff.noted': (details) => `added a note to the rejection of ${snapshotWords(details)}`,
  'diff.revoked': (details) => `revoked the decision on ${snapshotWords(details)}`,
  'accessibility.approved': (details) => `approved accessibility changes of ${snapshotWords(details)}`,
  'accessibility.rejected': (details) => `rejected accessibility changes of ${snapshotWords(details)}`,
  'accessibility.revoked': (details) =>
    `revoked the decision on accessibility changes of ${snapshotWords(details)}`,
  'review.requested': ({ reviewer }) => `asked${quoted(reviewer)} for a review`,
  'review.finished': () => 'finished a review that was requested',
  'review.withdrawn': ({ reviewer }) => `withdrew the request for a review by${quoted(reviewer)}`,
  'chat.added': ({ label, host }) => `added the chat${quoted(label)} at${quoted(host)}`,
  'chat.changed': ({ label }) => `changed the chat${quoted(label)}`,
  'chat.removed': ({ label }) => `removed the chat${quoted(label)}`,
  'comment.added': ({ snapshot }) => `commented on${quoted(snapshot)}`,
  'comment.edited': ({ snapshot }) => `edited a comment on${quoted(snapshot)}`,
  'comment.deleted': ({ snapshot }) => `deleted a comment on${quoted(snapshot)}`,
  'comment.resolved': ({ snapshot }) => `resolved a thread about${quoted(snapshot)}`,
  'comment.reopened': ({ snapshot }) => `reopened a thread about${quoted(snapshot)}`,
  'ignore-area.added': (details) => `added the ignore area${quoted(details.label)} to ${areaWords(details)}`,
  'ignore-area.changed': (details) =>
    `changed the ignore area${quoted(details.label)} of ${areaWords(details)}`,
  'ignore-area.removed': (details) =>
    `removed the ignore area${quoted(details.label)} from ${areaWords(details)}`,
  'key.created': ({ name, scopes, expiresInDays }) =>
    `created the API key${quoted(name)} (${texts(scopes).join(', ')}) ${expiryWords(expiresInDays)}`,
  'key.exchanged': ({ ref, branch }) =>
    `got a key of 15 minutes for ${text(ref) ?? 'a run'}${text(branch) === null ? ', for ephemeral captures' : ''}`,
  'key.revoked': ({ name }) => `revoked the API key${quoted(name)}`,
  'settings.changed': settingsWords,
  'proof.stopped': ({ snapshot, from }) =>
    `turned proof by bytes off:${quoted(snapshot)} was not as proven from ${text(from) ?? 'an earlier capture'}`,
  'code-host.changed': ({ kind, repository, url }) =>
    `connected ${hostWords(kind)}${text(repository) || text(url) ? `: ${text(repository) ?? text(url)}` : ''}`,
  'code-host.removed': () => 'disconnected the code host',
  'member.changed': ({ name, from, to }) =>
    `made ${text(name) ?? 'a member'} ${text(to) ?? 'a member'} instead of ${text(from) ?? 'a member'}`,
  'member.password-reset': () => 'set a new password by e-mail',
  'member.removed': ({ name, from }) =>
    `removed ${text(name) ?? 'a member'}${text(from) ? `, who was ${text(from)}` : ''}`,
  'invitation.created': ({ role, email }) =>
    `made an invitation${text(email) ? ` for ${text(email)}` : ''}${text(role) ? ` as ${text(role)}` : ''}`,
  'invitation.accepted': ({ role }) => `accepted an invitation${text(role) ? ` as ${text(role)}` : ''}`,
  'invitation.revoked': () => 'withdrew an invitation',
  'project.created': (_, target) => `created the project${quoted(target)}`,
  'organisation.created': (_, target) => `created the organization${quoted(target)}`,
};

/** What was done, to follow the name of who did it. An action that has no sentence is told by its name. */
export function auditSentence({ action, details, target }: AuditEntry): string {
  const sentence = Object.hasOwn(sentences, action) ? sentences[action] : undefined;
  const told = sentence ? sentence(details ?? {}, target) : `${action}${target ? ` ${target}` : ''}`;
  return details?.through === 'mcp' ? `${told}, through an agent` : told;
}

/** Who it was, for `user:ada`, `key:ci`, `ci:acme/web`, `github:octocat`, `server:svc-server` and `server:retention`. */
export function actorWords(actor: string): string {
  const at = actor.indexOf(':');
  const [kind, name] = [actor.slice(0, at), actor.slice(at + 1)];
  if (kind === 'key') return `API key ${name}`;
  if (kind === 'github') return `${name} on GitHub`;
  if (kind === 'ci') return `CI of ${name}`;
  if (actor === 'server:retention') return 'Retention';
  if (kind === 'server') return 'The command line of the server';
  return name;
}
