import { isAllowedHost } from './capture/egress/isAllowedHost.js';
import { isPublicAddress } from './capture/egress/isPublicAddress.js';
import { createChat } from './codehost/chat/createChat.js';
import { createCodeHosts } from './codehost/createCodeHosts.js';
import { createSend } from './codehost/createSend.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';

/** The code hosts and chats that the settings allow to reach, and who may connect what there. */
export function openCodeHosts(config: Config): Pick<Resources, 'chat' | 'codeHosts' | 'repositories'> {
  const send = createSend(
    (host, port, address) => isPublicAddress(address) || isAllowedHost(config.hookAllowHosts, host, port),
  );
  return {
    chat: createChat(send),
    codeHosts: createCodeHosts(config.github, send),
    repositories: { githubPlace: config.githubPlace, grants: config.repositoryGrants },
  };
}
