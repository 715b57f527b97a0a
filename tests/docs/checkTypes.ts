import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contexts } from './contexts.js';
import type { Snippet } from './readSnippets.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Compiles snippets against the declarations of the packages as they are packed.
 * @param strict whether they are TypeScript; what is JavaScript is held to less
 * @returns the compiler's messages, with the places of the snippets
 */
export async function checkTypes(snippets: readonly Snippet[], strict: boolean): Promise<string[]> {
  const folder = join(root, '.cache/snippets', strict ? 'ts' : 'js');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(fileURLToPath(new URL('ambient.d.ts', import.meta.url)), join(folder, 'ambient.d.ts'));
  const places = new Map<string, string>();
  for (const snippet of snippets) {
    const name = `${snippet.page.replaceAll(/\W+/g, '-')}-${snippet.line}.ts`;
    places.set(name, `${snippet.page}:${snippet.line}`);
    writeFileSync(join(folder, name), moduleOf(snippet));
  }
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    strict,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const output = await new Promise<string>((resolve) => {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  return output
    .split('\n')
    .filter((line) => line.includes('error TS'))
    .map((line) => line.replace(/^[\w-]+\.ts/, (name) => places.get(name) ?? name));
}

/** The snippet with what its page takes for granted. */
function moduleOf({ page, text }: Snippet): string {
  const context = contexts.find((one) => one.page === page && text.includes(one.has));
  const body = context?.after === undefined ? text : text.replace(/,?\s*$/, '\n');
  const lines = body.split('\n');
  const imports = lines.findLastIndex((line) => /^import |^\} from /.test(line)) + 1;
  const parts = [
    lines.slice(0, imports).join('\n'),
    context?.before ?? '',
    lines.slice(imports).join('\n'),
    context?.after ?? '',
    'export {};',
  ];
  return `${parts.join('\n')}\n`;
}
