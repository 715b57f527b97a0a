/** A setting or argument that cannot be used, explained for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
