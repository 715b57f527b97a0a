export type Env = Readonly<Record<string, string | undefined>>;

/** What a CI says of the run, in variables that it sets. An empty variable says nothing. */
export interface CiEnvironment {
  branch: (env: Env) => string | undefined;
  /** `readText` gives a file's text, undefined when it cannot be read. */
  commit: (env: Env, readText: (path: string) => string | undefined) => string | undefined;
  /** The branch that a pull request goes to. */
  baselineRef: (env: Env) => string | undefined;
}

export const withoutHeads = (ref: string | undefined): string | undefined =>
  ref?.replace(/^refs\/heads\//, '') || undefined;
