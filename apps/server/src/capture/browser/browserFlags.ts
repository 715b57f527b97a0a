import { pictureFlags } from '@svc/stabilise';

/** Flags that make images repeatable and keep all traffic on the proxy. */
export const browserFlags = (proxyPort: number): string[] => [
  ...pictureFlags,
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Chromium goes around any proxy for loopback addresses unless told not to.
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
];
