import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { extract } from 'tar-stream';
import { describe, expect, test } from 'vitest';
import { packedClients, tarballOf, versionOf } from './tarballs.js';

/** The files of a tarball, by their paths in the package. */
async function readTarball(file: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const unpacking = extract();
  unpacking.end(gunzipSync(readFileSync(file)));
  for await (const entry of unpacking) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name.replace(/^package\//, ''), Buffer.concat(chunks).toString());
  }
  return files;
}

describe.each(packedClients())('%s', (name) => {
  const file = tarballOf(name);
  const bytes = readFileSync(file);

  test('has what a package needs, and nothing that it does not', async () => {
    const files = await readTarball(file);
    const described = JSON.parse(files.get('package.json') ?? '');
    expect(described).toMatchObject({
      name: `@svc/${name}`,
      version: versionOf(name),
      license: 'MIT',
      repository: { type: 'git', directory: `packages/${name}` },
    });
    for (const field of ['homepage', 'bugs', 'keywords', 'engines'])
      expect(described, field).toHaveProperty(field);
    expect(described).not.toHaveProperty('dependencies');
    expect(files.get('LICENSE')).toContain('MIT License');
    expect(files.get('README.md')).toContain(`# @svc/${name}`);
    expect(
      [...files.keys()].filter((path) => /\.(map|tsbuildinfo|tsx)$|\.test\.|(?<!\.d)\.[cm]?ts$/.test(path)),
    ).toEqual([]);
    for (const [path, text] of files) expect(text, path).not.toContain('//# sourceMappingURL');
  });

  test('declarations name only files of the package', async () => {
    const files = await readTarball(file);
    const missing = [...files]
      .filter(([path]) => /\.d\.[cm]?ts$/.test(path))
      .flatMap(([path, text]) =>
        [...text.matchAll(/from '(\.[^']+)'/g)]
          .map(([, target = '']) =>
            posix.join(posix.dirname(path), target).replace(/\.([cm]?)js$/, '.d.$1ts'),
          )
          .filter((target) => !files.has(target))
          .map((target) => `${path}: ${target}`),
      );
    expect(missing).toEqual([]);
  });

  test('publint has nothing to say', async () => {
    const tarball = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });
});

test('attw finds the types of the SDK right, however they are resolved', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarballOf('sdk'))));
  expect(result).toMatchObject({ types: { kind: 'included' }, problems: [] });
});

test('attw finds the types of image-diff right for ES modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(readFileSync(tarballOf('image-diff'))));
  if (!result.types) throw new Error('image-diff has no types');
  const onlyModules = (problem: { kind: string; resolutionKind?: string }) =>
    problem.kind !== 'CJSResolvesToESM' && problem.resolutionKind !== 'node10';
  expect(result.problems.filter(onlyModules)).toEqual([]);
});

test('the command is one file with a start that looks at Node, and says whose code it holds', async () => {
  const files = await readTarball(tarballOf('cli'));
  expect([...files.keys()].filter((path) => path.endsWith('.cjs')).sort()).toEqual([
    'bundle/start.cjs',
    'bundle/svc.cjs',
  ]);
  expect([...files.keys()].filter((path) => path.endsWith('.js'))).toEqual(['bundle/svc.js']);
  const imports = (files.get('bundle/svc.js') ?? '').matchAll(
    /^(?:import|export)\b[^;]*?["']([^"']+)["'];$/gm,
  );
  expect([...imports].map(([, from = '']) => from).filter((from) => !from.startsWith('node:'))).toEqual([]);
  for (const name of ['commander', 'picomatch', 'tar-stream']) {
    expect(files.get('bundle/LICENSES.md')).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
  }
});
