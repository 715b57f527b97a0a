import { version } from '../version.js';

/**
 * What a program calls itself in `User-Agent`: `svc-sdk/0.14.0 (node v22.1.0)`. Undefined in a browser, which says what
 * it is itself.
 * @param program such as `svc-cli/0.14.0`
 */
export function userAgentOf(program = `svc-sdk/${version}`): string | undefined {
  const node = globalThis.process?.versions?.node;
  return node ? `${program} (node v${node})` : undefined;
}
