import picomatch from 'picomatch';

/** Files beside the module graph that no build of stories reads. Whatever is not here may matter. */
const patterns = [
  // Documentation and legal texts.
  '**/*.{md,mdx}',
  '**/{LICENSE,LICENCE,COPYRIGHT,NOTICE,AUTHORS,CONTRIBUTORS,CHANGELOG,CODEOWNERS}{,.txt}',
  // Version control, editors and CI.
  '**/.{gitignore,gitattributes,git-blame-ignore-revs,gitmodules,mailmap,editorconfig,dockerignore}',
  '**/.{github,gitlab,circleci,buildkite,vscode,idea,zed,devcontainer,changeset,husky}/**',
  '**/{.gitlab-ci,.travis,azure-pipelines,bitbucket-pipelines,appveyor,codecov,.codecov,crowdin,renovate,dependabot,.coderabbit,.pre-commit-config,.codeclimate,.readthedocs,.mergify}.{yml,yaml}',
  '**/{Jenkinsfile,Dockerfile,Makefile,netlify.toml,vercel.json,sonar-project.properties}',
  '**/{renovate,.renovaterc,bundlesize.config,.size-limit,.all-contributorsrc}{,.json,.json5}',
  // Linters and formatters.
  '**/.{eslintrc,prettierrc,stylelintrc,markdownlint,lintstagedrc,commitlintrc,cspell,oxlintrc}{,.*}',
  '**/.{eslintignore,prettierignore,stylelintignore,npmignore}',
  '**/{eslint,prettier,stylelint,commitlint,lint-staged,release,knip}.config.{js,cjs,mjs,ts,cts,mts,json}',
  '**/{biome,cspell,knip,dprint,deno.lint,lerna,turbo,nx}.{json,jsonc}',
  // What is around stories in Storybook.
  '**/.storybook/manager{,-head}.*',
  // Tests.
  '**/{cypress,e2e}/**',
  '**/*.{test,spec,cy,e2e}.{js,jsx,ts,tsx,mjs,cjs,mts,cts}',
  '**/*.snap',
  '**/{__tests__,__snapshots__}/**',
  '**/{jest,vitest,playwright,cypress,karma,wdio,protractor,nightwatch}.{conf,config,setup,workspace}{,.*}.{js,cjs,mjs,ts,cts,mts,json}',
  '**/{jest,vitest}{.,-}setup{,.*}.{js,cjs,mjs,ts,jsx,tsx}',
  '**/.storybook/{test-runner,vitest.setup}{,-jest.config}.{js,ts,mjs}',
  '**/.{nycrc,testcaferc,mocharc}{,.json,.js,.cjs,.yml}',
  // Types, and other languages.
  '**/*.d.{ts,mts,cts}',
  '**/*.{go,py,rb,rs,java,kt,swift,cs,php,sql,tf,proto}',
];

const matches = picomatch(patterns, { dot: true });

/** @param path below the repository, with `/` */
export const cannotMatter = (path: string): boolean => matches(path);
