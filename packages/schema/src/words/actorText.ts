/** Who did something, for people, from `user:<name>`, `key:<name>`, `ci:<repository>` or `github:<login>`. */
export function actorText(actor: string): string {
  const [, kind, name] = /^(user|key|ci|github):(.+)$/s.exec(actor) ?? [];
  if (kind === 'user' && name) return name;
  if (kind === 'key' && name) return `API key ${name}`;
  if (kind === 'ci' && name) return `CI of ${name}`;
  if (kind === 'github' && name) return `${name} on GitHub`;
  return actor;
}
