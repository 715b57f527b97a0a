// Who may import whom, for `npm run imports`. An arrow that is not written here is wrong.

/**
 * The parts of the house → what they may import besides themselves. After `types of`, types only.
 * What is in no part (the wiring of the server, tests, tools) may import everything, and nothing may import it.
 */
export const parts = {
  'packages/schema/src': [],
  'packages/image-diff/src': [],
  'packages/image-diff/assembly': [],
  'packages/layout-diff/src': [],
  'packages/sdk/src': ['types of packages/schema'],
  'packages/cli/src': ['packages/sdk', 'packages/schema'],
  'packages/stabilise/src': ['packages/layout-diff'],
  'packages/test-core/src': ['packages/schema', 'packages/sdk', 'packages/stabilise'],
  'packages/playwright/src': ['packages/sdk', 'packages/stabilise', 'packages/test-core'],
  'packages/vitest/src': ['packages/stabilise', 'packages/test-core'],
  'packages/puppeteer/src': ['packages/stabilise', 'packages/test-core'],
  'packages/webdriverio/src': ['packages/stabilise', 'packages/test-core'],
  'packages/cypress/src': ['packages/stabilise', 'packages/test-core'],
  'packages/storybook/src': ['packages/schema', 'packages/stabilise', 'packages/test-core'],
  'packages/storybook-addon/src': [
    'packages/schema',
    'packages/sdk',
    'packages/stabilise',
    'packages/test-core',
  ],
  'apps/web/src': ['packages/schema'],
  'apps/server/src/domain': ['packages/layout-diff', 'packages/schema'],
  'apps/server/src/turns': [],
  'apps/server/src/context': [],
  'apps/server/src/proxy': [],
  'apps/server/src/archive': ['apps/server/src/turns'],
  'apps/server/src/transcode': ['packages/image-diff'],
  'apps/server/src/store': ['apps/server/src/domain', 'apps/server/src/turns', 'packages/schema'],
  'apps/server/src/queue': [
    'apps/server/src/context',
    'apps/server/src/domain',
    'types of apps/server/src/store',
    'packages/schema',
  ],
  'apps/server/src/capture': [
    'apps/server/src/context',
    'apps/server/src/domain',
    'packages/schema',
    'packages/stabilise',
  ],
  'apps/server/src/codehost': ['apps/server/src/context', 'apps/server/src/domain', 'packages/schema'],
  'apps/server/src/smtp': ['apps/server/src/domain'],
  'apps/server/src/service': [
    'apps/server/src/context',
    'apps/server/src/domain',
    'apps/server/src/store',
    'apps/server/src/queue',
    'apps/server/src/codehost',
    'apps/server/src/archive',
    'apps/server/src/turns',
    'packages/image-diff',
    'packages/layout-diff',
    'packages/schema',
  ],
  'apps/server/src/worker': [
    'apps/server/src/context',
    'apps/server/src/service',
    'apps/server/src/capture',
    'apps/server/src/archive',
    'apps/server/src/domain',
    'types of apps/server/src/queue',
    'packages/image-diff',
    'packages/layout-diff',
    'packages/schema',
  ],
  'apps/server/src/api': [
    'apps/server/src/context',
    'apps/server/src/service',
    'apps/server/src/domain',
    'apps/server/src/turns',
    'packages/schema',
  ],
};

/** What wires the server, besides the files that lie beside its parts. */
export const wiring = ['apps/server/src/commands', 'apps/server/src/settings', 'apps/server/src/telemetry'];

/**
 * Within a part, from bottom to top: a room imports only what is on lines above its own. `.` stands for the files
 * that lie beside the rooms, without those that have a line themselves.
 */
export const floors = {
  'packages/cli/src': [
    ['.'],
    ['output', 'files', 'targets', 'stories', 'locks', 'config'],
    ['access', 'affected', 'ignoring', 'origin', 'completion'],
    ['capture', 'wrapped', 'setup', 'builds', 'doctor', 'mcp'],
    ['imports'],
    ['commands'],
    ['createProgram.ts'],
    ['run.ts'],
    ['main.ts'],
  ],
  'apps/web/src': [
    ['client', 'theme.css'],
    ['words'],
    ['ui'],
    ['records', 'viewer'],
    ['pages'],
    ['router.tsx', 'testing'],
    ['main.tsx'],
  ],
  'apps/web/src/pages': [
    ['.', 'access', 'capture', 'projects', 'review', 'session', 'settings', 'suite'],
    ['accessibility', 'flaky', 'history'],
  ],
  'apps/server/src/store': [
    ['planning'],
    ['.'],
    ['announcements', 'blobs', 'bulk', 'partitions'],
    [
      'access',
      'accessibility',
      'accounts',
      'audit',
      'baselines',
      'captures',
      'chat',
      'checks',
      'clients',
      'codeHosts',
      'comments',
      'commits',
      'decisions',
      'diffs',
    ],
    ['images', 'mail', 'noise', 'operations', 'organisations', 'postgres', 'processes', 'retention', 'sites'],
    ['projects', 'proof', 'sessions'],
    ['backup', 'keys'],
  ],
  'apps/server/src/service': [
    ['.'],
    ['access', 'processes'],
    ['baselines', 'checks', 'clients', 'commits', 'images', 'live', 'sites'],
    ['audit', 'causes', 'mail', 'requests', 'stale'],
    ['accessibility', 'badges'],
    ['captures', 'chat', 'comments', 'decisions', 'keys', 'noise', 'organisations', 'retention'],
    ['accounts', 'diffs', 'giveUp.ts', 'proof'],
    ['codeHosts', 'projects', 'review'],
    ['backup', 'sessions'],
  ],
};

const packageNames = {
  '@svc/schema': 'packages/schema',
  '@svc/image-diff': 'packages/image-diff',
  '@svc/layout-diff': 'packages/layout-diff',
  '@svc/sdk': 'packages/sdk',
  '@svc/cli': 'packages/cli',
  '@svc/stabilise': 'packages/stabilise',
  '@svc/test-core': 'packages/test-core',
  '@svc/playwright': 'packages/playwright',
  '@svc/vitest': 'packages/vitest',
  '@svc/puppeteer': 'packages/puppeteer',
  '@svc/webdriverio': 'packages/webdriverio',
  '@svc/cypress': 'packages/cypress',
  '@svc/storybook': 'packages/storybook',
  '@svc/storybook-addon': 'packages/storybook-addon',
  '@svc/web': 'apps/web',
  '@svc/server': 'apps/server',
};

const literal = (path) => path.replaceAll('.', '\\.');
/** Matches everything below a folder, and the package that it is. */
const within = (folder) => {
  const name = Object.keys(packageNames).find((name) => packageNames[name] === folder);
  return `^${literal(folder)}/${name ? `|^(node_modules/)?${name}(/|$)` : ''}`;
};
const anyPart = '^(packages|apps|examples|tests|bench|scripts)/(?!.*node_modules/)|^(node_modules/)?@svc/';

function rulesOfPart([part, allowed]) {
  const from = { path: within(part) };
  const typesOf = allowed
    .filter((to) => to.startsWith('types of '))
    .map((to) => to.slice('types of '.length));
  const free = [part, ...allowed.filter((to) => !to.startsWith('types of '))];
  return [
    {
      name: `${part} imports ${['only itself', ...allowed].join(', ')}`,
      severity: 'error',
      from,
      to: { path: anyPart, pathNot: [...free, ...typesOf].map(within) },
    },
    ...typesOf.map((to) => ({
      name: `${part} imports only types of ${to}`,
      severity: 'error',
      from,
      to: { path: within(to), dependencyTypesNot: ['type-only'] },
    })),
  ];
}

/** Matches what is in a room of a part. */
function room(part, name, floors) {
  if (name !== '.') return `^${literal(part)}/${literal(name)}(/|$)`;
  const placed = floors.flat().filter((other) => other !== '.' && other.includes('.'));
  const others = placed.length > 0 ? `(?!(${placed.map(literal).join('|')})$)` : '';
  return `^${literal(part)}/${others}[^/]+$`;
}

function rulesOfFloors([part, floors]) {
  const rooms = floors.flatMap((names, floor) => names.map((name) => ({ name, floor })));
  const pathOf = ({ name }) => room(part, name, floors);
  const arrows = rooms.map((own) => ({
    name: `${part}: ${own.name} imports only rooms above its line`,
    severity: 'error',
    from: { path: pathOf(own) },
    to: {
      path: `^${literal(part)}/`,
      pathNot: rooms.filter((other) => other.floor < own.floor || other === own).map(pathOf),
    },
  }));
  const known = {
    name: `${part}: every room has its line`,
    severity: 'error',
    from: { path: `^${literal(part)}/`, pathNot: rooms.map(pathOf) },
    to: {},
  };
  return [...arrows, known];
}

export default {
  forbidden: [
    {
      name: 'no circles, of types either',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every import leads somewhere',
      severity: 'error',
      // What a book imports is installed beside its copy in `.cache`.
      from: { pathNot: '^tests/books/[^/]+/' },
      // Packages of ours, what only a build makes (`svc.js` is the bundled command), and what Storybook has for its addons.
      to: { couldNotResolve: true, pathNot: '^@svc/|/generated/|^\\./svc\\.js$|^astro:|^storybook/' },
    },
    {
      name: 'every source belongs to a part or to the wiring',
      severity: 'error',
      from: {
        path: '^packages/[^/]+/(src|assembly)/|^apps/[^/]+/src/.+/',
        pathNot: [...Object.keys(parts), ...wiring].map((folder) => `^${literal(folder)}/`),
      },
      to: {},
    },
    ...Object.entries(parts).flatMap(rulesOfPart),
    ...Object.entries(floors).flatMap(rulesOfFloors),
  ],
  options: {
    // TypeScript 7 has no compiler API, and without a parser dependency-cruiser silently skips every TypeScript file.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)(node_modules|dist|dist-types)/' },
    exclude: { path: '\\.(test|spec|stories)\\.|\\.d\\.[mc]?ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
