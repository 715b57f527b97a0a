/** Who decided, from `user:<name>` or `key:<name>`. */
export function deciderWords(decider: string): string {
  const [kind = '', ...rest] = decider.split(':');
  const name = rest.join(':');
  if (kind === 'user' && name) return name;
  if (kind === 'key' && name) return `API key ${name}`;
  return decider;
}
