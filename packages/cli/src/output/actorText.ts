/** Who decided, from `user:<name>`, `key:<name>` or `ci:<repository>`. */
export function actorText(actor: string): string {
  const [, kind, name] = /^(user|key|ci):(.+)$/s.exec(actor) ?? [];
  if (kind === 'user' && name) return name;
  if (kind === 'key' && name) return `API key ${name}`;
  if (kind === 'ci' && name) return `CI of ${name}`;
  return actor;
}
