/** A test of Mocha, which the hooks of `setup` note. */
export interface MochaTest {
  file?: string | undefined;
  titlePath(): string[];
}
