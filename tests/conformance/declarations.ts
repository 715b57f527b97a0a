import { readFileSync } from 'node:fs';

/** The declarations that are packed, without their comments. */
const declared = () =>
  readFileSync(new URL('../../packages/sdk/types/index.d.ts', import.meta.url), 'utf8').replace(
    /\/\*\*[\s\S]*?\*\//g,
    '',
  );

function bodyOf(name: string): string {
  const body = new RegExp(`(?:interface|class) ${name}\\b[^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(declared());
  if (!body?.[1]) throw new Error(`the SDK declares no ${name}`);
  return body[1];
}

/** A field of an interface that the SDK declares. */
export interface DeclaredField {
  type: string;
  required: boolean;
}

/** The fields of an interface or class of the SDK; `undefined` is left out of types. */
export function declaredFields(name: string): Map<string, DeclaredField> {
  const fields = bodyOf(name).matchAll(/^ {4}(?:readonly )?(\w+)(\?)?: (.+);$/gm);
  return new Map(
    [...fields].map(([, field = '', optional, type = '']) => [
      field,
      { type: type.replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1'), required: optional !== '?' },
    ]),
  );
}

/** `name(parameters): result` of the methods of a class, else of the functions of the SDK; promises are left out. */
export function declaredFunctions(className: string | null): Map<string, string> {
  const text = (className ? bodyOf(className) : declared()).replace(/ \| undefined/g, '');
  const functions = text.matchAll(
    className ? /^ {4}(\w+)\((.*)\): (.+);$/gm : /^export declare function (\w+)\((.*)\): (.+);$/gm,
  );
  return new Map(
    [...functions].map(([, name = '', parameters = '', result = '']) => [
      name,
      `${name}(${parameters.replace(/\{[^}]*\}(?=\??:)/g, 'options')}): ${result.replace(/^Promise<(.*)>$/, '$1')}`,
    ]),
  );
}
