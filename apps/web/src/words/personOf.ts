/** The name within `user:ada`, `key:ci` or `github:octocat`. */
export const personOf = (actor: string): string => actor.slice(actor.indexOf(':') + 1);
