import { describe, expect, test } from 'vitest';
import { compareDependency } from './compareLocks.js';
import { patchLock } from './patchLock.js';
import { readLock } from './readLock.js';

/** A project that uses `a` 1, which uses `c`; and `b` 1. Within the workspace `ui`, `b` is version 2. */
const formats: Record<string, (c: string) => string> = {
  'package-lock.json': (c) =>
    JSON.stringify({
      lockfileVersion: 3,
      packages: {
        '': { dependencies: { a: '^1', b: '^1' } },
        ui: { name: 'ui', dependencies: { b: '^2' } },
        'node_modules/ui': { link: true, resolved: 'ui' },
        'node_modules/a': { version: '1.0.0', integrity: 'sha512-a', dependencies: { c: '^1' } },
        'node_modules/b': { version: '1.0.0', integrity: 'sha512-b' },
        'node_modules/c': { version: c, integrity: `sha512-${c}` },
        'ui/node_modules/b': { version: '2.0.0', integrity: 'sha512-b2', dependencies: { c: '^1' } },
      },
    }),
  'pnpm-lock.yaml': (c) => `
lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      a: { specifier: ^1, version: 1.0.0(b@1.0.0) }
      b: { specifier: ^1, version: 1.0.0 }
  ui:
    devDependencies:
      b: { specifier: ^2, version: 2.0.0 }
packages:
  a@1.0.0: { resolution: { integrity: sha512-a } }
  b@1.0.0: { resolution: { integrity: sha512-b } }
  b@2.0.0: { resolution: { integrity: sha512-b2 } }
  c@${c}: { resolution: { integrity: sha512-${c} } }
snapshots:
  a@1.0.0(b@1.0.0): { dependencies: { c: ${c} } }
  b@1.0.0: {}
  b@2.0.0: { dependencies: { c: ${c} } }
  c@${c}: {}
`,
  'yarn.lock': (c) => `# yarn lockfile v1

a@^1:
  version "1.0.0"
  resolved "https://r/a.tgz#1"
  integrity sha512-a
  dependencies:
    c "^1"

b@^1:
  version "1.0.0"
  integrity sha512-b

b@^2:
  version "2.0.0"
  integrity sha512-b2
  dependencies:
    c "^1"

c@^1, c@^1.0.0:
  version "${c}"
  integrity sha512-${c}
`,
  'bun.lock': (c) => `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "dependencies": { "a": "^1", "b": "^1", }, },
    "ui": { "name": "ui", "dependencies": { "b": "^2", }, },
  },
  "packages": {
    "a": ["a@1.0.0", "", { "dependencies": { "c": "^1" } }, "sha512-a"],
    "b": ["b@1.0.0", "", {}, "sha512-b"],
    "c": ["c@${c}", "", {}, "sha512-${c}"],
    "ui": ["ui@workspace:ui"],
    "ui/b": ["b@2.0.0", "", { "dependencies": { "c": "^1" } }, "sha512-b2"],
  }
}`,
};
const older: Record<string, [file: string, text: (c: string) => string]> = {
  'npm 6': [
    'package-lock.json',
    (c) =>
      JSON.stringify({
        lockfileVersion: 1,
        dependencies: {
          a: { version: '1.0.0', requires: { c: '^1' } },
          b: { version: '1.0.0' },
          c: { version: c },
          ui: {
            version: 'file:ui',
            requires: { b: '^2' },
            dependencies: { b: { version: '2.0.0', requires: { c: '^1' } } },
          },
        },
      }),
  ],
  'pnpm 8': [
    'pnpm-lock.yaml',
    (c) => `
lockfileVersion: '6.0'
dependencies:
  a: { specifier: ^1, version: 1.0.0 }
  b: { specifier: ^1, version: 1.0.0 }
packages:
  /a@1.0.0: { resolution: { integrity: sha512-a }, dependencies: { c: ${c} } }
  /b@1.0.0: { resolution: { integrity: sha512-b } }
  /c@${c}: { resolution: { integrity: sha512-${c} } }
`,
  ],
  'Yarn 4': [
    'yarn.lock',
    (c) => `__metadata:
  version: 8
  cacheKey: 10c0

"a@npm:^1":
  version: 1.0.0
  resolution: "a@npm:1.0.0"
  dependencies:
    c: "npm:^1"
  checksum: 10c0/aa
  languageName: node
  linkType: hard

"b@npm:^1":
  version: 1.0.0
  resolution: "b@npm:1.0.0"
  checksum: 10c0/bb
  languageName: node
  linkType: hard

"c@npm:^1, c@npm:^1.0.0":
  version: ${c}
  resolution: "c@npm:${c}"
  checksum: 10c0/${c}
  languageName: node
  linkType: hard

"root@workspace:.":
  version: 0.0.0-use.local
  resolution: "root@workspace:."
  dependencies:
    a: "npm:^1"
  languageName: unknown
  linkType: soft
`,
  ],
};
const cases = [
  ...Object.entries(formats).map(([file, text]) => [file, file, text] as const),
  ...Object.entries(older).map(([name, [file, text]]) => [name, file, text] as const),
];

describe.each(cases)('a lock file of %s', (_, file, text) => {
  const change = (folder: string, name: string, range: string, before: string, after: string) => {
    const [base, head] = [readLock(file, text(before)), readLock(file, text(after))];
    const [old, now] = [base, head].map((lock) => ({ lock, keys: lock.find(folder, name, range) }));
    if (!old || !now) throw new Error('two locks');
    return compareDependency(name, old, now);
  };

  test('shows a dependency that uses a changed package, and not one that does not', () => {
    expect(change('', 'a', '^1', '1.0.0', '1.0.1')).toBe('"a" uses "c", which changed to 1.0.1');
    expect(change('', 'b', '^1', '1.0.0', '1.0.1')).toBeNull();
    expect(change('', 'a', '^1', '1.0.0', '1.0.0')).toBeNull();
  });
});

test.each(Object.entries(formats))('%s: a workspace has versions of its own', (file, text) => {
  const lock = readLock(file, text('1.0.0'));
  const versionOf = (folder: string, range: string) =>
    lock.find(folder, 'b', range).map((key) => lock.packages.get(key)?.version);
  expect(versionOf('', '^1')).toEqual(['1.0.0']);
  expect(versionOf('ui', '^2')).toEqual(['2.0.0']);
});

describe('a peer in the key of a package of pnpm', () => {
  const lockOf = (suffix: string, peers: Record<string, string>) =>
    readLock(
      'pnpm-lock.yaml',
      JSON.stringify({
        lockfileVersion: '9.0',
        importers: { '.': { dependencies: { a: { specifier: '^1', version: `1.0.0${suffix}` } } } },
        packages: { 'a@1.0.0': { resolution: { integrity: 'sha512-a' } } },
        snapshots: {
          [`a@1.0.0${suffix}`]: { optionalDependencies: peers },
          ...Object.fromEntries(Object.entries(peers).map(([name, version]) => [`${name}@${version}`, {}])),
        },
      }),
    );
  const change = (...[base, head]: [base: ReturnType<typeof lockOf>, head: ReturnType<typeof lockOf>]) =>
    compareDependency(
      'a',
      { lock: base, keys: base.find('', 'a', '^1') },
      { lock: head, keys: head.find('', 'a', '^1') },
    );
  const withPeer = (name: string, version: string) => lockOf(`(${name}@${version})`, { [name]: version });

  test('counts as something that the package uses', () => {
    expect(change(withPeer('b', '1.0.0'), withPeer('b', '1.0.1'))).toBe(
      '"a" uses "b", which changed to 1.0.1',
    );
  });

  test('does not count if it has only types', () => {
    expect(change(withPeer('@types/b', '1.0.0'), withPeer('@types/b', '1.0.1'))).toBeNull();
  });

  test('does not hide a patch', () => {
    expect(change(lockOf('', {}), lockOf('(patch_hash=1)', {}))).toBe('"a" changed');
    expect(change(lockOf('(patch_hash=1)', {}), lockOf('(patch_hash=2)', {}))).toBe('"a" changed');
  });
});

test('a package of Bun is another one without its patch', () => {
  const text = formats['bun.lock']?.('1.0.0') ?? '';
  const [base, head] = [
    readLock(
      'bun.lock',
      text.replace('"packages"', '"patchedDependencies": { "c@1.0.0": "c.patch" }, "packages"'),
    ),
    readLock('bun.lock', text),
  ];
  const placeIn = (lock: typeof base) => ({ lock, keys: lock.find('', 'a', '^1') });
  expect(compareDependency('a', placeIn(base), placeIn(head))).toBe('"a" uses "c", which changed');
  expect(compareDependency('a', placeIn(base), placeIn(base))).toBeNull();
});

test.each([
  ['prettier', null],
  ['b', '"ui" uses "b", which changed to 1.0.1'],
])('a package of the repository counts as changed by its %s: %s', (name, expected) => {
  const placeOf = (version: string) => {
    const packages = {
      ui: { name: 'ui', devDependencies: { [name]: '^1' } },
      'node_modules/ui': { link: true, resolved: 'ui' },
      [`node_modules/${name}`]: { version },
    };
    const lock = readLock('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
    return { lock, keys: lock.find('', 'ui', '*') };
  };
  expect(compareDependency('ui', placeOf('1.0.0'), placeOf('1.0.1'))).toBe(expected);
});

test.each([
  ['package-lock.json', '{'],
  ['package-lock.json', '{}'],
  ['pnpm-lock.yaml', "lockfileVersion: '5.4'\n"],
  ['yarn.lock', '<<<<<<< HEAD\n'],
  ['bun.lock', '{}'],
  ['bun.lockb', ''],
])('%s with %j is refused', (file, text) => {
  expect(() => readLock(file, text)).toThrow();
});

test('a patch changes what is installed, and all that uses it', () => {
  const text = formats['yarn.lock']?.('1.0.0') ?? '';
  const base = readLock('yarn.lock', text);
  for (const patch of ['c+1.0.0.patch', 'a++c+1.0.0.patch', 'c@1.0.0.patch', 'c-npm-1.0.0-abc.patch']) {
    const head = patchLock(base, [patch]);
    if ('unknown' in head) throw new Error(patch);
    const keys = base.find('', 'a', '^1');
    expect(compareDependency('a', { lock: base, keys }, { lock: head, keys }), patch).toMatch(
      /^"a" (?:uses "c"|changed)/,
    );
  }
  expect(patchLock(base, ['x.patch'])).toEqual({ unknown: 'x.patch' });
});

test.each([
  ['b@2.0.0.patch', ['2.0.0']],
  ['b-npm-2.0.0-0123456789.patch', ['2.0.0']],
  ['b.patch', ['1.0.0', '2.0.0']],
  ['b@3.0.0.patch', ['1.0.0', '2.0.0']],
  // patch-package patches what is installed, and says that the version differs.
  ['b+2.0.0.patch', ['1.0.0', '2.0.0']],
])('%s patches the versions %j', (patch, expected) => {
  const base = readLock('yarn.lock', formats['yarn.lock']?.('1.0.0') ?? '');
  const head = patchLock(base, [patch]);
  if ('unknown' in head) throw new Error(patch);
  const patched = [...head.packages.values()].filter(({ identity }) => identity.endsWith(' patched'));
  expect(patched.map(({ name, version }) => [name, version])).toEqual(expected.map((one) => ['b', one]));
});

test('a patch does not change the version of what a dependency uses', () => {
  const base = readLock('yarn.lock', formats['yarn.lock']?.('1.0.0') ?? '');
  const head = patchLock(base, ['c@1.0.0.patch']);
  if ('unknown' in head) throw new Error('one patch');
  const keys = base.find('', 'a', '^1');
  expect(compareDependency('a', { lock: base, keys }, { lock: head, keys })).toBe(
    '"a" uses "c", which changed',
  );
});

describe('`resolutions` of Yarn', () => {
  const lockOf = (resolution: string, name: string) =>
    readLock(
      'yarn.lock',
      `__metadata:
  version: 8

"a@npm:^1":
  version: 1.0.0
  resolution: "a@npm:1.0.0"
  dependencies:
    "@s/c": "npm:^1"
    d: "npm:^1"
  checksum: 10c0/aa

"@s/c@npm:^1":
  version: 1.9.0
  resolution: "@s/c@npm:1.9.0"
  checksum: 10c0/cc

"@s/c@npm:${name}":
  version: ${name}
  resolution: "@s/c@npm:${name}"
  checksum: 10c0/${name}

"d@npm:^1":
  version: 1.0.0
  resolution: "d@npm:1.0.0"
  checksum: 10c0/dd
`,
      { resolutions: { [resolution]: name } },
    );

  test.each(['a/@s/c', '@s/c', '**/@s/c', 'a@npm:^1/@s/c@npm:^1', 'x/@s/c'])(
    'count for a package that asks for another range: %s',
    (resolution) => {
      const [base, head] = [lockOf(resolution, '1.0.0'), lockOf(resolution, '1.0.1')];
      const [before, after] = [base, head].map((lock) => ({ lock, keys: lock.find('', 'a', '^1') }));
      if (!before || !after) throw new Error('two locks');
      expect(compareDependency('a', before, after)).toBe('"a" uses "@s/c", which changed to 1.0.1');
    },
  );

  test('do not count for other packages', () => {
    const lock = lockOf('a/c', '1.0.0');
    expect(lock.find('', '@s/c', '^1')).toEqual(['@s/c@npm:^1']);
  });
});

test('a lock file of pnpm 11 may begin with the packages that configure pnpm', () => {
  const text = formats['pnpm-lock.yaml']?.('1.0.0') ?? '';
  const lock = readLock(
    'pnpm-lock.yaml',
    `---
lockfileVersion: '9.0'
importers:
  .:
    configDependencies:
      a: { specifier: 9.0.0, version: 9.0.0 }
packages:
  a@9.0.0: { resolution: { integrity: sha512-a } }
snapshots:
  a@9.0.0: {}
---
${text}`,
  );
  expect(lock.find('', 'b', '^1')).toEqual(['b@1.0.0']);
  expect([...lock.packages.keys()]).toEqual([...readLock('pnpm-lock.yaml', text).packages.keys()]);
});
