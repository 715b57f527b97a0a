const scripts = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx|json)$/i;
const styles = /\.(?:css|pcss|postcss|scss|sass|less|styl|stylus)$/i;

/** How a bundler treats a file: as code, as a style sheet, or as something that is copied. */
export const fileKind = (path: string): 'script' | 'style' | 'asset' =>
  scripts.test(path) ? 'script' : styles.test(path) ? 'style' : 'asset';

/** Whether a file holds code and styles in one. */
export const hasStyleBlocks = (path: string): boolean => /\.(?:vue|svelte|astro)$/i.test(path);
