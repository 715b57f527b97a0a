import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScratch, type Scratch } from './scratch.js';
import { tarballOf } from './tarballs.js';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** TypeScript 7 has no resolution like that of Node 10 any more; 5.9 is in the SDK's own dependencies. */
const compilers = {
  '5.9': join(repository, 'packages/sdk/node_modules/typescript/bin/tsc'),
  '7.0': join(repository, 'node_modules/typescript/bin/tsc'),
};
const typesOfNode = dirname(dirname(createRequire(import.meta.url).resolve('@types/node/package.json')));

/** The SDK, installed from its tarball. */
let scratch: Scratch;
beforeAll(async () => {
  scratch = createScratch();
  expect(await scratch.run('npm', ['install', '--offline', tarballOf('sdk')])).toMatchObject({ code: 0 });
});
afterAll(() => scratch?.remove());

/** What the compiler says of the text; nothing where it is right. */
function compile(
  compiler: keyof typeof compilers,
  file: string,
  text: string,
  compilerOptions: object,
): string {
  scratch.write(file, text);
  const strictly = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', types: [] };
  const config = { compilerOptions: { ...strictly, ...compilerOptions }, files: [file] };
  scratch.write('tsconfig.json', JSON.stringify(config));
  const { stdout, stderr } = spawnSync(process.execPath, [compilers[compiler], '-p', scratch.folder], {
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const consumer = `
import { type Capture, collectHistory, type CreateCaptureOptions, detectBranch, type Diff, SvcClient, SvcError } from '@svc/sdk';

export async function compare(apiKey: string, png: Uint8Array): Promise<Diff['conclusion']> {
  const client = new SvcClient({ apiKey, onRetry: ({ delayMs }) => delayMs.toFixed(0) });
  const options: CreateCaptureOptions = {
    suite: 'pages',
    branch: await detectBranch(),
    history: await collectHistory(),
    snapshots: [{ name: 'Home', png: () => png, viewport: { width: 1280, height: 720 } }],
  };
  try {
    const capture: Capture = await client.createCapture(options);
    const { id } = await client.createDiff({ suite: 'pages', headCaptureId: capture.id, threshold: 0.1 });
    const diff = await client.waitForDiff(id, { signal: AbortSignal.timeout(1000) });
    const changed: string[] = diff.results.filter(({ status }) => status === 'changed').map(({ name }) => name);
    return changed.length > 0 ? 'failure' : diff.conclusion;
  } catch (error) {
    if (error instanceof SvcError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}
`;

describe('types', () => {
  const ways: [keyof typeof compilers, string, object][] = [
    ['5.9', 'consumer.ts', { module: 'commonjs', moduleResolution: 'node10' }],
    ['5.9', 'consumer.cts', { module: 'node16' }],
    ['5.9', 'consumer.mts', { module: 'node16' }],
    ['5.9', 'consumer.mts', { module: 'nodenext' }],
    ['5.9', 'consumer.ts', { module: 'esnext', moduleResolution: 'bundler' }],
    ['7.0', 'consumer.cts', { module: 'node16' }],
    ['7.0', 'consumer.mts', { module: 'nodenext' }],
    [
      '7.0',
      'consumer.ts',
      { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
    ],
    [
      '7.0',
      'consumer.mts',
      { module: 'nodenext', lib: ['es2022'], types: ['node'], typeRoots: [typesOfNode] },
    ],
  ];

  test.each(ways)('TypeScript %s, %s, %o', (compiler, file, options) => {
    expect(compile(compiler, file, consumer, options)).toBe('');
    const wrong = consumer.replace('threshold: 0.1', "threshold: 'low'");
    expect(compile(compiler, file, wrong, options)).toContain('TS2322');
  });

  test('import nothing', () => {
    for (const file of ['index.d.ts', 'index.d.cts', 'browser.d.ts', 'browser.d.cts']) {
      const text = readFileSync(join(scratch.folder, 'node_modules/@svc/sdk/types', file), 'utf8');
      expect(text).not.toMatch(/^import|\bfrom ['"]|import\(|require\(|<reference/m);
      expect(text).not.toMatch(/\(R\d+\)/);
      expect(text).toContain('/** SHA-256 of the PNG file as stored, in lower-case hexadecimal.');
    }
  });

  test('are those of the schema', () => {
    const source = readFileSync(join(repository, 'packages/sdk/src/types.ts'), 'utf8');
    const names = [...source.matchAll(/^ {2}(\w+),$/gm)].map(([, name = '']) => name);
    expect(names).toContain('DiffResult');
    const inputs = {
      CreateDiffOptions: 'typeof schema.createDiffBody',
      CreateSessionOptions: 'typeof schema.createSessionBody',
      CompleteSessionOptions: 'typeof schema.completeSessionBody',
    };
    const lines = [
      ...names.map((name) => `assert<Equal<sdk.${name}, schema.${name}>>();`),
      ...Object.entries(inputs).map(([name, body]) => `assert<Equal<sdk.${name}, (${body})['_input']>>();`),
      // Single viewports are decided on the review pages alone.
      `assert<Equal<sdk.DecisionOptions, Omit<(typeof schema.decisionBody)['_input'], 'slots'>>>();`,
      `assert<Equal<Omit<sdk.CreateCaptureOptions, 'snapshots' | 'onProgress' | 'onRefused'>,
        Omit<(typeof schema.createCaptureBody)['_input'], 'snapshots'>>>();`,
    ];
    const different = [
      'sdk.CaptureSummary, schema.Capture',
      "sdk.Diff, Omit<schema.Diff, 'isStale'>",
      'sdk.Site, Partial<schema.Site>',
      "sdk.ResultStatus, Exclude<schema.ResultStatus, 'skipped'>",
    ].map((pair) => `// @ts-expect-error\nassert<Equal<${pair}>>();`);
    const text = `
      import type * as schema from '@svc/schema';
      import type * as sdk from '@svc/sdk';
      // Two types are equal where a type that depends on either is the same.
      type Flat<T> = T extends (...parameters: never) => unknown ? T : { [K in keyof T]: Flat<T[K]> };
      type Same<T> = <U>() => U extends Flat<T> ? true : false;
      type Equal<A, B> = Same<A> extends Same<B> ? true : false;
      declare function assert<T extends true>(): void;
      ${[...lines, ...different].join('\n')}
    `;
    const options = {
      module: 'nodenext',
      exactOptionalPropertyTypes: true,
      // The schema is not packed; zod's own declarations are not asked about.
      skipLibCheck: true,
      paths: { '@svc/schema': [join(repository, 'packages/schema/src/index.ts')] },
    };
    expect(compile('7.0', 'equal.mts', text, options)).toBe('');
  });
});

describe('code', () => {
  const names =
    "[typeof sdk.SvcClient, typeof sdk.detectBranch, new sdk.SvcError({ code: 'A', message: 'b', statusCode: 0 }) instanceof Error]";
  const run = (...args: string[]) => scratch.run(process.execPath, args);

  test('is required where modules cannot be', async () => {
    const required = `const sdk = require('@svc/sdk'); console.log(JSON.stringify(${names}))`;
    // As in Jest, whose `require` reads no ES modules.
    expect(await run('--no-experimental-require-module', '-e', required)).toEqual({
      code: 0,
      output: '["function","function",true]\n',
    });
    expect(await run('--no-experimental-require-module', '--conditions=browser', '-e', required)).toEqual({
      code: 0,
      output: '["function","undefined",true]\n',
    });
  });

  test('in a bundle for Node knows its environment, in one for browsers there is none', async () => {
    const text = `import { SvcClient } from '@svc/sdk'; try { new SvcClient({}); console.log('made'); } catch (error) { console.log(error.code); }`;
    scratch.write('bundled.mjs', text);
    for (const [platform, said] of [
      ['node', 'made\n'],
      ['browser', 'API_KEY_MISSING\n'],
    ] as const) {
      const input = join(scratch.folder, 'bundled.mjs');
      const bundle = await rolldown({ input, platform, external: /^node:/ });
      await bundle.write({ file: join(scratch.folder, 'bundle.mjs'), format: 'esm' });
      await bundle.close();
      const { code, output } = await scratch.run(process.execPath, ['bundle.mjs'], {
        SVC_API_KEY: 'svc_key',
      });
      expect([code, output]).toEqual([0, said]);
    }
  });

  test('is imported, also by name', async () => {
    const imported = `import * as sdk from '@svc/sdk'; import { SvcClient } from '@svc/sdk'; console.log(JSON.stringify(${names}), SvcClient === sdk.SvcClient)`;
    expect(await run('--input-type=module', '-e', imported)).toEqual({
      code: 0,
      output: '["function","function",true] true\n',
    });
  });
});
