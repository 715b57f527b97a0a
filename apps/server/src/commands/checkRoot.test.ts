import { expect, test } from 'vitest';
import { ConfigError } from '../settings/ConfigError.js';
import { checkRoot } from './checkRoot.js';

const root = { isRoot: true, environment: 'production', allowRoot: false, hasEmbeddedDatabase: true };

test('root is refused in production, unless it is allowed', () => {
  expect(() => checkRoot(root)).toThrow(ConfigError);
  expect(() => checkRoot(root)).toThrow('SVC_ALLOW_ROOT=true');
  expect(checkRoot({ ...root, allowRoot: true })).toContain('Runs as root');
  expect(checkRoot({ ...root, isRoot: false })).toBeNull();
});

test('in development root is told what keeps its rights and what does not', () => {
  for (const environment of [undefined, '', 'development', 'test']) {
    expect(checkRoot({ ...root, environment })).toMatch(
      /^Runs as root\. PostgreSQL runs as the user nobody\. Browsers/,
    );
  }
  const external = checkRoot({ ...root, environment: undefined, hasEmbeddedDatabase: false });
  expect(external).toMatch(/^Runs as root\. Browsers run as nobody/);
});
