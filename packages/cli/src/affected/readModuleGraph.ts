/** A module of `preview-stats.json`; webpack puts those that it merged into `modules`. */
interface StatsModule {
  name?: string | null;
  reasons?: { moduleName?: string | null }[] | null;
  modules?: StatsModule[] | null;
}

export interface Stats {
  modules?: StatsModule[] | null;
}

/** For each file, and each module that is none, who imports it. */
export type Importers = Map<string, Set<string>>;

/** `./a.tsx?raw`, `./a.tsx + 3 modules` and `./loader.js??options!./a.tsx` are all `./a.tsx`. */
const plainName = (name: string) =>
  name
    .replace(/ \+ \d+ modules?$/, '')
    .replace(/^.*!(?=\.{0,2}\/)/s, '')
    .replace(/\?.*$/s, '');

/**
 * Who imports what, from the stats file of a Storybook build.
 * @param resolve makes a path of a name that begins with `./` or `../`; other names stay
 */
export function readModuleGraph(stats: Stats, resolve: (name: string) => string): Importers {
  const nodeOf = (name: string) => {
    const plain = plainName(name);
    return /^\.\.?\//.test(plain) ? resolve(plain) : plain;
  };
  const importers: Importers = new Map();
  /** @param first of the modules that this one is merged with; it uses all of them, if only through others */
  const add = ({ name, reasons, modules }: StatsModule, first: string | null) => {
    const own = (reasons ?? []).flatMap(({ moduleName }) => (moduleName ? [nodeOf(moduleName)] : []));
    const node = name ? nodeOf(name) : first;
    if (node !== null) {
      const known = importers.get(node) ?? new Set();
      for (const importer of first === null ? own : [...own, first])
        if (importer !== node) known.add(importer);
      importers.set(node, known);
    }
    for (const module of modules ?? []) add(module, node);
  };
  for (const module of stats.modules ?? []) add(module, null);
  return importers;
}
