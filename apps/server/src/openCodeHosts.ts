import { isAllowedHost } from './capture/egress/isAllowedHost.js';
import { isPublicAddress } from './capture/egress/isPublicAddress.js';
import { createChat } from './codehost/chat/createChat.js';
import { createCodeHosts } from './codehost/createCodeHosts.js';
import { createSend, type WayOut } from './codehost/createSend.js';
import { traceSend } from './codehost/traceSend.js';
import { chooseProxy } from './proxy/chooseProxy.js';
import { openTunnel } from './proxy/openTunnel.js';
import type { Resources } from './service/Resources.js';
import type { Config } from './settings/Config.js';

/** The code hosts and chats that the settings allow to reach, and who may connect what there. */
export function openCodeHosts(config: Config): Pick<Resources, 'chat' | 'codeHosts' | 'repositories'> {
  const isNamed = (host: string, port: number) => isAllowedHost(config.hookAllowHosts, host, port);
  const send = traceSend(
    createSend(
      (host, port, address) => isPublicAddress(address) || isNamed(host, port),
      undefined,
      wayOutOf(config, isNamed),
    ),
  );
  return {
    chat: createChat(send),
    codeHosts: createCodeHosts(config.github, send),
    repositories: { githubPlace: config.githubPlace, grants: config.repositoryGrants },
  };
}

function wayOutOf({ proxies }: Config, isLeftToProxy: WayOut['isLeftToProxy']): WayOut | undefined {
  if (proxies === null) return undefined;
  const tunnelTo: WayOut['tunnelTo'] = (url) => {
    const proxy = chooseProxy(proxies, url);
    return proxy && ((host, port, signal) => openTunnel(proxy, host, port, signal));
  };
  return { tunnelTo, isLeftToProxy };
}
