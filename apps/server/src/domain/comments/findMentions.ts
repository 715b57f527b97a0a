/** A member who can be mentioned. */
export interface Mentionable {
  id: string;
  name: string;
}

/** The most members that one comment mentions. */
const mostMentions = 50;

const isWordPart = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/**
 * The members whose names follow an `@`, in any case, the longest name that fits first: `@Ada Lovelace` is not `@Ada`. An `@`
 * within a word, such as that of an e-mail address, mentions nobody. Members of one name are all mentioned.
 */
export function findMentions<Member extends Mentionable>(text: string, members: readonly Member[]): Member[] {
  const found = new Map<string, Member>();
  const byLength = members
    .map((member) => ({ member, name: member.name.toLowerCase() }))
    .toSorted((one, other) => other.name.length - one.name.length);
  const lower = text.toLowerCase();
  for (let at = lower.indexOf('@'); at >= 0; at = lower.indexOf('@', at + 1)) {
    if (isWordPart(lower[at - 1])) continue;
    const fits = (name: string) => lower.startsWith(name, at + 1) && !isWordPart(lower[at + 1 + name.length]);
    const longest = byLength.find(({ name }) => fits(name))?.name;
    if (longest === undefined) continue;
    for (const { member, name } of byLength) if (name === longest) found.set(member.id, member);
    if (found.size >= mostMentions) break;
  }
  return [...found.values()].slice(0, mostMentions);
}
