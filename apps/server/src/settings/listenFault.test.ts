import { expect, test } from 'vitest';
import { ConfigError } from './ConfigError.js';
import { listenFault } from './listenFault.js';

const place = { host: '10.9.9.9', port: 80, setting: 'SVC_METRICS_PORT' } as const;
const faultOf = (code: string) => listenFault(Object.assign(new Error('listen'), { code }), place);

test.each([
  ['EADDRINUSE', /^Port 80 is in use.*SVC_METRICS_PORT/],
  ['EACCES', /may not listen on port 80.*SVC_METRICS_PORT/],
  ['EADDRNOTAVAIL', /^SVC_HOST \("10.9.9.9"\) is not an address of this machine/],
  ['ENOTFOUND', /^SVC_HOST \("10.9.9.9"\) is not an address of this machine/],
])('%s names the setting to change', (code, message) => {
  expect(faultOf(code)).toBeInstanceOf(ConfigError);
  expect(faultOf(code).message).toMatch(message);
});

test('another error stays as it is', () => {
  const error = Object.assign(new Error('out of files'), { code: 'EMFILE' });
  expect(listenFault(error, place)).toBe(error);
});
