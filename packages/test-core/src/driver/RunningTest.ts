/** The test that takes a picture, as its runner knows it. */
export interface RunningTest {
  /** From the folder that the run began in, with slashes. */
  file: string;
  titles: readonly string[];
  /** From 0; the order of its pictures tells if absent. */
  attempt?: number | undefined;
}
