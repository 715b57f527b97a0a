/** Packages that take part in a build, or that compilers import into files without their naming them. */
const tools =
  /^(?:storybook|@storybook\/.*|vite|@vitejs\/.*|vite-.*|.*vite-plugin.*|rollup|rolldown|@rollup\/rollup-.*|webpack|webpack-.*|.*-loader|.*-webpack-plugin|@rspack\/.*|@rsbuild\/.*|esbuild|@swc\/.*|@babel\/.*|babel-.*|.*\/babel-.*|postcss|postcss-.*|autoprefixer|browserslist|caniuse-lite|cssnano|tailwindcss|@tailwindcss\/.*|unocss|@unocss\/.*|typescript|sass|sass-embedded|node-sass|less|stylus|lightningcss|mdx|@mdx-js\/.*|react|react-dom|scheduler|preact|vue|@vue\/.*|svelte|@sveltejs\/.*|@angular\/.*|zone\.js|lit|lit-.*|solid-js|tslib|core-js|regenerator-runtime|react-scripts|react-docgen.*|next|nuxt|parcel|@parcel\/.*)$/;

/** Tools whose work is not in a build, as long as no source and no configuration names them. */
const harmless =
  /^(?:eslint|eslint-.*|@eslint\/.*|.*\/eslint-.*|@typescript-eslint\/.*|typescript-eslint|oxlint|prettier|prettier-.*|.*\/prettier-.*|@prettier\/.*|stylelint|stylelint-.*|.*\/stylelint-.*|@biomejs\/.*|jest|jest-.*|.*\/jest-.*|@jest\/.*|ts-jest|babel-jest|@swc\/jest|vitest|vitest-.*|@vitest\/.*|jsdom|happy-dom|@testing-library\/.*|msw|nock|sinon|chai|mocha|karma|karma-.*|cypress|cypress-.*|playwright|playwright-core|@playwright\/.*|puppeteer|testcafe.*|@storybook\/test-runner|@storybook\/cli|chromatic|@chromatic-com\/cli|@percy\/.*|@svc\/.*|husky|lint-staged|commitlint|@commitlint\/.*|.*\/commitlint-.*|@changesets\/.*|semantic-release|semantic-release-.*|@semantic-release\/.*|.*\/semantic-release-.*|release-it|np|lerna|@lerna\/.*|turbo|nx|plop|hygen|size-limit|@size-limit\/.*|bundlesize|bundlewatch|publint|@arethetypeswrong\/.*|knip|depcheck|axe-core|jest-axe|@axe-core\/.*|@types\/.*|typedoc.*|cspell|markdownlint.*|danger|codecov|nyc|c8|rimraf|del|del-cli|concurrently|npm-run-all|npm-run-all2|cross-env|cross-spawn|dotenv-cli|serve|http-server|nodemon|wait-on|start-server-and-test|all-contributors-cli|conventional-.*|tsd|tsup|tsx|ts-node|@microsoft\/api-extractor|simple-git|@octokit\/.*|patch-package|syncpack|npm-check-updates|check-dependency-version-consistency|semver|glob|fs-extra|chalk|commander|yargs|inquirer|ora|execa|shelljs|zx|@actions\/.*|@crowdin\/.*)$/;

/** What a change of a dependency can affect when the module graph does not say so. */
export function kindOfPackage(name: string): 'tool' | 'harmless' | 'other' {
  if (harmless.test(name)) return 'harmless';
  return tools.test(name) ? 'tool' : 'other';
}
