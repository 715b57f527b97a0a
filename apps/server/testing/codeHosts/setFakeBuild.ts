/** A build of a commit, as both kinds of Bitbucket have it. */
export interface FakeBuild {
  sha: string;
  key: string;
  state: string;
  name: string;
  description: string;
  url: string;
}

/** What a Bitbucket takes; lengths in characters. */
interface BuildRules {
  states: readonly string[];
  longestKey: number;
  longestUrl: number;
}

const longestText = 255;

/**
 * Overwrites the build of a commit with that key, or adds one.
 * @returns the build; null for one that is refused
 */
export function setFakeBuild(
  builds: FakeBuild[],
  sha: string,
  sent: Partial<FakeBuild>,
  { states, longestKey, longestUrl }: BuildRules,
): FakeBuild | null {
  const { key = '', state = '', name = '', description = '', url = '' } = sent;
  const isLong =
    key.length > longestKey ||
    url.length > longestUrl ||
    [name, description].some((text) => text.length > longestText);
  if (!key || !states.includes(state) || !URL.canParse(url) || isLong) return null;
  const known = builds.find((one) => one.sha === sha && one.key === key);
  const build = Object.assign(known ?? { sha }, { key, state, name, description, url });
  if (!known) builds.push(build);
  return build;
}
