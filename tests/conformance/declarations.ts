import { readFileSync } from 'node:fs';

const declared = (module: string) =>
  readFileSync(new URL(`../../packages/sdk/dist/${module}.d.ts`, import.meta.url), 'utf8').replace(
    /\/\*\*[\s\S]*?\*\//g,
    '',
  );

/** A field of an interface that the SDK declares. */
export interface DeclaredField {
  type: string;
  required: boolean;
}

/** The fields of an interface or class, as the SDK's declaration files have them; `undefined` is left out of types. */
export function declaredFields(module: string, name: string): Map<string, DeclaredField> {
  const body = new RegExp(`(?:interface|class) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(
    declared(module),
  );
  if (!body?.[1]) throw new Error(`${module}.d.ts declares no ${name}`);
  const fields = body[1].matchAll(/^ {4}(?:readonly )?(\w+)(\?)?: (.+);$/gm);
  return new Map(
    [...fields].map(([, field = '', optional, type = '']) => [
      field,
      { type: type.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1'), required: optional !== '?' },
    ]),
  );
}

/** `name(parameters): result` of the functions of a module or the methods of its class; promises are left out. */
export function declaredFunctions(module: string): Map<string, string> {
  const text = declared(module).replace(/ \| undefined/g, '');
  const functions = text.matchAll(/^(?: {4}|export declare function )(\w+)\((.*)\): (.+);$/gm);
  return new Map(
    [...functions].map(([, name = '', parameters = '', result = '']) => [
      name,
      `${name}(${parameters.replace(/\{[^}]*\}(?=\??:)/g, 'options')}): ${result.replace(/^Promise<(.*)>$/, '$1')}`,
    ]),
  );
}
