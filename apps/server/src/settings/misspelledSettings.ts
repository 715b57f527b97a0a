import { editDistance } from '@svc/schema/editDistance';
import { settings } from './settings.js';

/** What tells a setting from others: people add `SVC_`, or `_FILE` as for secrets, where there is none. */
const stemOf = (name: string): string => name.replace(/^SVC_/, '').replace(/_FILE$/, '');

/** Edits with which a name counts as that of a setting. */
const mostEdits = (stem: string): number => (stem.length < 6 ? 1 : stem.length < 10 ? 2 : 3);

/** A sentence for each variable that is not a setting but nearly has the name of one, and so has no effect. */
export function misspelledSettings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(settings);
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && env[name] && !names.includes(name))
    .flatMap((name) => {
      const meant = names
        .map((one) => ({
          one,
          edits: Math.min(editDistance(name, one), editDistance(stemOf(name), stemOf(one))),
        }))
        .sort((one, other) => one.edits - other.edits)[0];
      if (meant === undefined || meant.edits > mostEdits(stemOf(name))) return [];
      return [`${name} is not a setting and has no effect. Did you mean ${meant.one}?`];
    });
}
