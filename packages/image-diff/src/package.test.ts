import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackage, npm } from '../tests/installPackage.js';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'image-diff-package-')));
const installed = path.join(folder, 'node_modules/@svc/image-diff');
let files: string[] = [];
beforeAll(() => {
  files = installPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('holds what runs and is read, and nothing else', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'bin/image-diff.js',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/pool.js',
    ]),
  );
  expect(
    files.filter(
      (file) => !/^(LICENSE|README\.md|package\.json|bin\/.*\.js|dist\/.*(\.js|\.d\.ts))$/.test(file),
    ),
  ).toEqual([]);
  expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@svc',
  ]);
});

test('works where it is installed', () => {
  const { status, stderr } = spawnSync(process.execPath, ['check.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(readFileSync(path.join(folder, 'checked-on.txt'), 'utf8')).toBe(process.version);
});

test('npx finds the command', () => {
  expect(npm(['exec', '--', 'image-diff', 'before.png', 'before.png'], folder)).toContain(
    'same: none of 1,200',
  );
});

describe('types', () => {
  const compiler = path.join(
    path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const source = `
    import { compare, drawDifference, ImageError, inspect, type CompareOptions, type Comparison } from '@svc/image-diff';
    const options: CompareOptions = { threshold: 0.1, antiAliasing: false };
    const comparison: Comparison = await compare(new Uint8Array(), new Uint8Array(), options);
    const mask: Uint8Array | null = comparison.mask;
    const image: Uint8Array = await drawDifference(new Uint8Array(), comparison);
    const { width, pixelHash }: { width: number; pixelHash: string } = await inspect(image);
    const code: 'IMAGE_INVALID' | 'IMAGE_TOO_LARGE' = new ImageError('IMAGE_INVALID', '').code;
    // @ts-expect-error a threshold is a number
    await compare(image, image, { threshold: 'low' });
    export { code, mask, pixelHash, width };
  `;
  const ofPool = `
    import { Pool, PoolError } from '@svc/image-diff/pool';
    const pool = new Pool({ workers: 1, queueLimit: 10, timeLimit: 1000 });
    const count: number = (await pool.compare(new Uint8Array(), new Uint8Array(), { signal: AbortSignal.timeout(5) })).diffPixels;
    export const code: 'QUEUE_FULL' | 'TIME_LIMIT' | 'WORKER_FAILED' | 'CLOSED' = new PoolError('CLOSED', '').code;
    export { count };
  `;

  const typesOfNode = path.dirname(
    path.dirname(createRequire(import.meta.url).resolve('@types/node/package.json')),
  );

  /** What the compiler says of a module that uses the package, with the given types and no others. */
  function compile(text: string, compilerOptions: object): string {
    writeFileSync(path.join(folder, 'consumer.ts'), text);
    const common = { target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true };
    const config = { compilerOptions: { ...common, ...compilerOptions }, files: ['consumer.ts'] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder], {
      encoding: 'utf8',
    });
    return status === 0 ? 'right' : stdout + stderr;
  }

  test.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('module %s, resolution %s', (module, moduleResolution) => {
    const options = { module, moduleResolution, lib: ['es2023', 'dom'] };
    expect(compile(source, { ...options, types: [], skipLibCheck: false })).toBe('right');
    const ofNode = { types: ['node'], typeRoots: [typesOfNode], skipLibCheck: true };
    expect(compile(ofPool, { ...options, ...ofNode })).toBe('right');
    expect(compile(ofPool.replace('workers: 1', "workers: 'one'"), { ...options, ...ofNode })).toContain(
      'TS2322',
    );
  });
});

test('the core asks for nothing but its own modules, so that it runs in browsers', () => {
  const waiting = ['index.js'];
  const seen = new Set<string>();
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (seen.has(module)) continue;
    seen.add(module);
    const text = readFileSync(path.join(installed, 'dist', module), 'utf8');
    const imports = [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])(?<name>[^'"]+)\1/g)].map(
      ({ groups }) => groups?.name ?? '',
    );
    for (const name of imports) {
      expect(name, `an import of ${module}`).toMatch(/^\.{1,2}\/[\w/]+\.js$/);
      waiting.push(path.posix.join(path.posix.dirname(module), name));
    }
    expect(text, module).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b\s*[.(]/);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['compare.js', 'engineWasm.js', 'inspect.js', 'drawDifference.js']),
  );
  expect(existsSync(path.join(installed, 'dist/poolWorker.js'))).toBe(true);
  expect(seen).not.toContain('poolWorker.js');
});
