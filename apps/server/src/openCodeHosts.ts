import { isAllowedHost } from './capture/egress/isAllowedHost.js';
import { isPublicAddress } from './capture/egress/isPublicAddress.js';
import { createCodeHosts } from './codehost/createCodeHosts.js';
import { createSend } from './codehost/createSend.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';

/** The code hosts that the settings allow to reach, and who may connect what there. */
export function openCodeHosts(config: Config): Pick<Resources, 'codeHosts' | 'repositories'> {
  const send = createSend(
    (host, port, address) => isPublicAddress(address) || isAllowedHost(config.hookAllowHosts, host, port),
  );
  return {
    codeHosts: createCodeHosts(config.github, send),
    repositories: { githubPlace: config.githubPlace, grants: config.repositoryGrants },
  };
}
