import picomatch from 'picomatch';

/** Files beside the module graph that no build of stories reads. Whatever is not here may matter. */
const patterns = [
  '**/*.md',
  '**/{LICENSE,LICENCE,NOTICE,AUTHORS,CODEOWNERS}{,.txt}',
  '**/.{gitignore,gitattributes,editorconfig,prettierignore,eslintignore,mailmap}',
  '**/.{github,gitlab,circleci,buildkite,vscode,idea,changeset,husky}/**',
  '**/{.gitlab-ci.yml,azure-pipelines.yml,bitbucket-pipelines.yml,Jenkinsfile,Dockerfile}',
  '**/*.{test,spec,cy,e2e}.{js,jsx,ts,tsx,mjs,cjs,mts,cts}',
  '**/__tests__/**',
  '**/*.d.{ts,mts,cts}',
  '**/*.{go,py,rb,rs,java,kt,cs,php,sql,tf,proto}',
];

const matches = picomatch(patterns, { dot: true });

/** @param path below the repository, with `/` */
export const cannotMatter = (path: string): boolean => matches(path);
