/** An import that a script has. */
export interface Import {
  specifier: string;
  /** Bundlers make a bundle of its own of the file, or run it while they build. */
  isApart: boolean;
  /** Storybook leaves what is between out of the graph, where Vite makes modules of CommonJS. */
  isRequired: boolean;
}

const clauses =
  /\b(?:import|export)\s*((?:[\w$*{},\s])*?)\s*\bfrom\s*(["'])([^"'\n]+)\2(\s*(?:with|assert)\s*\{[^}]*\})?/g;
const calls = /\b(?:import|require|importScripts)\s*(?:\(\s*(?:\/\*.*?\*\/\s*)*)?(["'])([^"'\n]+)\1/gs;

/** `type A`, `{ type A, type B }`, but not `type` alone or `{ type A, b }`. */
const isOfTypes = (clause: string): boolean =>
  /^type\s+[\w${*]/.test(clause) || /^\{\s*type\s+[\w$]+(?:\s*,\s*type\s+[\w$\s]+)*,?\s*\}$/.test(clause);

const isOfWorker = (specifier: string) => /[?&](?:worker|sharedworker|worklet)\b/.test(specifier);

/** Vue makes properties of a component of these types, wherever they are declared. */
export const readsTypes = (text: string): boolean => /\bdefine(?:Props|Emits|Model|Slots)\s*</.test(text);

/**
 * What a script imports. Comments can be among it.
 * @param withTypes also what it imports for its types alone
 */
export function findImports(text: string, withTypes = false): Import[] {
  const named = [...text.matchAll(clauses)].flatMap(([, clause = '', , specifier = '', attributes = '']) =>
    !withTypes && isOfTypes(clause.trim())
      ? []
      : [{ specifier, isApart: /\bmacro\b/.test(attributes), isRequired: false }],
  );
  const called = [...text.matchAll(calls)].map(([call, , specifier = '']) => ({
    ...{ specifier, isApart: false, isRequired: call.startsWith('require') },
  }));
  return [...named, ...called].map(({ specifier, isApart, isRequired }) => ({
    specifier: specifier.replace(/^.*!/, '').replace(/\?.*$/, ''),
    isApart: isApart || isOfWorker(specifier),
    isRequired,
  }));
}

const runs =
  /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:const|let|var|function|class|enum|namespace|abstract)\b|\bexport\s+default\b|^\s*export\s*(?:\*|\{)|^\s*import\s*["']|\bmodule\.exports\b|^\s*exports\./m;

/** Whether nothing of a file is left once it is compiled. */
export const hasOnlyTypes = (text: string): boolean => !runs.test(text);
