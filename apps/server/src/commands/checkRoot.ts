import { ConfigError } from '../settings/ConfigError.js';

interface Circumstances {
  isRoot: boolean;
  /** The value of NODE_ENV. */
  environment: string | undefined;
  allowRoot: boolean;
  hasEmbeddedDatabase: boolean;
}

/**
 * What the service keeps and gives up when root starts it; null when another user does.
 * @throws {ConfigError} in production, unless it is allowed
 */
export function checkRoot(circumstances: Circumstances): string | null {
  const { isRoot, environment, allowRoot, hasEmbeddedDatabase } = circumstances;
  if (!isRoot) return null;
  if (environment === 'production' && !allowRoot) {
    throw new ConfigError(
      'The service does not run as root in production (NODE_ENV=production). Start it as another user that owns SVC_DATA_DIR, or set SVC_ALLOW_ROOT=true.',
    );
  }
  const database = hasEmbeddedDatabase ? 'PostgreSQL runs as the user nobody. ' : '';
  return `Runs as root. ${database}Browsers run as nobody where their sandbox works; the service itself keeps the rights of root. Start it as another user that owns SVC_DATA_DIR to give them up.`;
}
