import type { Vault } from '../service/createVault.js';
import type { Resources } from '../service/Resources.js';
import type { Config } from '../settings/Config.js';
import type { Database } from '../store/database.js';
import type { UseDatabase } from './withDatabase.js';

/** What commands work with. Nothing is read or loaded before a command asks for it. */
export interface CommandContext {
  /**
   * @param instead settings that arguments give
   * @throws ConfigError about every bad setting
   */
  config(instead?: NodeJS.ProcessEnv): Config;
  /** Runs something on the service's database, which is started for the moment when the service does not run. */
  withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T>;
  /**
   * The same, for what needs connections of its own.
   * @param isBare whether the database is left as it is, which may have no tables yet
   */
  withPool<T>(use: UseDatabase<T>, isBare?: boolean): Promise<T>;
  openVault(): Promise<Vault>;
  /** What connecting a repository takes. */
  openCodeHosts(): Promise<Pick<Resources, 'codeHosts' | 'repositories'>>;
  print(line: string): void;
  input: NodeJS.ReadableStream;
}
