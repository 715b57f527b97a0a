/** Runs before any script of a document: what it reads about the machine, and about the stories before it, is the same in every document. */
export function fixEnvironment(): void {
  const fix = (prototype: object | undefined, values: Record<string, () => unknown>) => {
    if (!prototype) return;
    for (const [name, get] of Object.entries(values)) {
      if (name in prototype)
        Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get });
    }
  };
  // A browser measures them, and rounds by chance.
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection === 'object' && connection !== null)
    fix(Reflect.getPrototypeOf(connection) ?? undefined, {
      effectiveType: () => '4g',
      downlink: () => 10,
      rtt: () => 50,
    });

  const megabytes = (count: number) => count * 1024 * 1024;
  const memory = {
    jsHeapSizeLimit: megabytes(4096),
    totalJSHeapSize: megabytes(64),
    usedJSHeapSize: megabytes(32),
  };
  fix(Performance.prototype, { memory: () => memory });

  // Nobody has clicked, but what the fleet asks a page counts for the browser as a click.
  fix(globalThis.UserActivation?.prototype, { hasBeenActive: () => false, isActive: () => false });

  // The page that shows the stories has shown others.
  const { get: lengthOf } = Object.getOwnPropertyDescriptor(History.prototype, 'length') ?? {};
  const others = history.length - 1;
  fix(History.prototype, {
    length(this: History) {
      return Number(lengthOf?.call(this)) - others;
    },
  });
}
