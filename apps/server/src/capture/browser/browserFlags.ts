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

/** Flags that change no image, so that they are no part of the renderer. */
export const thriftFlags: readonly string[] = [
  // A context that is thrown away keeps no compiled scripts, and yet each document would prepare them to be kept.
  '--v8-cache-options=none',
  // Each document leaves all of its scripts' objects behind: old ones may grow by this many percent until they are collected, where by
  // Chromium's own measure they grow to four times as much on a machine with much memory, and new ones have so many MiB. It takes no
  // more CPU time.
  '--js-flags=--heap-growing-percent=30 --max-semi-space-size=4',
];
