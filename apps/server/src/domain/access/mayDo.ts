import type { Action, Role, Scope } from '@svc/schema';

/** What lets somebody do things in a project: the role of a person in its organisation, or the scopes of a key. */
export type Grant = { role: Role } | { scopes: readonly Scope[] };

/** What a role may do. Automation that manages uses the login of a person, so that it is known who is behind it. */
export const actionsOfRole: Readonly<Record<Role, readonly Action[]>> = {
  viewer: ['read'],
  reviewer: ['read', 'upload', 'review'],
  maintainer: ['read', 'upload', 'review', 'manage'],
  owner: ['read', 'upload', 'review', 'manage', 'own'],
};

/** What a scope lets a key do. Every key reads: who uploads or decides waits for results. No key manages. */
export const actionsOfScope: Readonly<Record<Scope, readonly Action[]>> = {
  read: ['read'],
  upload: ['read', 'upload'],
  review: ['read', 'review'],
};

export const mayDo = (grant: Grant, action: Action): boolean =>
  'role' in grant
    ? actionsOfRole[grant.role].includes(action)
    : grant.scopes.some((scope) => actionsOfScope[scope].includes(action));

/** The least role that may do something. */
export const roleFor: Readonly<Record<Action, Role>> = {
  read: 'viewer',
  upload: 'reviewer',
  review: 'reviewer',
  manage: 'maintainer',
  own: 'owner',
};

/** What a principal must be allowed beside `needs`: a principal that has images approved by sending them decides (R18, R10). */
export const alsoNeeded = (body: unknown): Action | null =>
  typeof body === 'object' &&
  body !== null &&
  (('autoApprove' in body && isOn(body.autoApprove)) || ('autoBaseline' in body && isOn(body.autoBaseline)))
    ? 'review'
    : null;

/** Forms and addresses carry texts. */
const isOn = (value: unknown): boolean => value === true || value === 'true' || value === '1';
