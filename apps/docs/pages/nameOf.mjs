/**
 * The address of a page below `/docs/`, by its source: docs/ci.md → `ci`, packages/sdk/README.md → `packages/sdk`.
 *
 * @param {string} source relative to the repository
 */
export function nameOf(source) {
  const name = source
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')
    .toLowerCase();
  return name || 'index';
}
