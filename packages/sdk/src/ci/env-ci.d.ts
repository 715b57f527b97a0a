declare module 'env-ci' {
  /** What it says of the run of a CI system. In a pull request `branch` is where it goes to, `prBranch` its own. */
  interface Run {
    service?: string;
    branch?: string;
    commit?: string;
    build?: string | number;
    buildUrl?: string;
    isPr?: boolean;
    /** Its number. */
    pr?: string | number;
    prBranch?: string;
  }
  export default function envCi(where: {
    env: Readonly<Record<string, string | undefined>>;
    cwd: string;
  }): Run;
}
