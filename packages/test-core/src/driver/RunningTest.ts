/** The test that takes a picture, as its runner knows it. */
export interface RunningTest {
  /** From the folder that the run began in, with slashes. */
  file: string;
  titles: readonly string[];
  /** From 0; the order of its pictures tells if absent. */
  attempt?: number | undefined;
  /** The same test runs once in each of these, such as the capabilities of WebdriverIO. */
  project?: string | undefined;
  /** Where attempts are counted from 0 again, if a runner tries a test again in another process. */
  worker?: string | undefined;
}

/** An attempt of a test, the same text in every process. */
export interface Attempt {
  test: string;
  attempt: string;
}

/** Undefined where the runner counts no attempts. */
export const attemptOf = ({ file, titles, attempt, project, worker }: RunningTest): Attempt | undefined =>
  attempt === undefined
    ? undefined
    : {
        test: JSON.stringify([project, file, ...titles]),
        attempt: JSON.stringify([worker, attempt]),
      };
