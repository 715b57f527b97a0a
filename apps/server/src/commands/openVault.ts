import { readSecret } from '../readSecret.js';
import { createVault, type Vault } from '../service/createVault.js';
import type { Config } from '../settings/Config.js';

/** The vault of the deployment. */
export const openVault = ({ secret, dataDir }: Config): Vault => createVault(readSecret(secret, dataDir));
