/** The names in braces of a path, such as `commit` in `/commits/{commit}`. */
export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The paths of an OpenAPI description, as openapi-typescript writes it, that have a method. */
export type PathWith<Paths, Verb extends string> = {
  [Path in keyof Paths & string]: Paths[Path] extends { readonly [verb in Verb]: object } ? Path : never;
}[keyof Paths & string];

/** What a request to an operation of such a description has to carry. */
export type BodyOf<Operation> = Operation extends {
  readonly requestBody?: { readonly content: infer Content };
}
  ? Content[keyof Content]
  : never;

/** What an operation of such a description answers when all is well. */
export type AnswerOf<Operation> = Operation extends {
  readonly responses: {
    readonly [status in 200]: { content: { readonly 'application/json': infer Answer } };
  };
}
  ? Answer
  : Operation extends {
        readonly responses: {
          readonly [status in 201]: { content: { readonly 'application/json': infer Answer } };
        };
      }
    ? Answer
    : unknown;

/**
 * A path of a description, with values for all names in its braces.
 * @param query is left out where it is empty
 */
export function fillPath<Path extends string>(
  path: Path,
  values: Readonly<Record<NamesIn<Path>, string | number>>,
  query: Readonly<Record<string, string | number>> = {},
): string {
  const named: Readonly<Record<string, string | number>> = values;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? ''));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
  return asked.size > 0 ? `${filled}?${asked}` : filled;
}
