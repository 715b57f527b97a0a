import { readFileSync } from 'node:fs';
import path from 'node:path';
import asc from 'assemblyscript/asc';

const root = path.join(import.meta.dirname, '..');
const options = [
  'assembly/index.ts',
  '--outFile=engine.wasm',
  '--runtime=stub',
  '--enable=simd',
  '--optimizeLevel=3',
  '--shrinkLevel=0',
  '--converge',
  '--noAssert',
  // In pages of 64 KiB: three times the largest image that is taken, 64 megapixels, and 16 MiB.
  '--maximumMemory=12544',
  '--use=abort=',
];

/** Compiles assembly/ and returns the text of the module that carries the result, src/engineWasm.ts. */
export async function compileEngine() {
  let wasm;
  const { error, stderr } = await asc.main(options, {
    readFile: (name, base) => readText(path.resolve(root, base, name)),
    writeFile: (_name, data) => {
      wasm = data;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`AssemblyScript: ${stderr.toString() || error.message}`);
  return [
    '// Made from assembly/ by `npm run wasm`. Do not edit.',
    '/** The engine, compiled to WebAssembly, in base64. */',
    `export const engineWasm =\n  '${Buffer.from(wasm).toString('base64')}';`,
    '',
  ].join('\n');
}

/** AssemblyScript decorates functions, which TypeScript does not know: our sources say so in comments. */
function readText(file) {
  try {
    return readFileSync(file, 'utf8').replace(/^\/\/ (?=@(?:external|inline|unmanaged)\b)/gm, '');
  } catch {
    return null;
  }
}
