import { parseAllDocuments, stringify } from 'yaml';
import { loadWorkflowParser } from './loadWorkflowParser.js';
import type { Snippet } from './readSnippets.js';

/** CIs, and programs that are none, whose schema is in no package of npm: their files are parsed as YAML and no further. */
const withoutSchema = new Set(['gitlab', 'bitbucket', 'azure', 'circleci', 'buildkite', 'other']);

const parser = loadWorkflowParser();

/** What is wrong with a configuration of CI, or a part of one. */
export async function checkConfiguration(snippet: Snippet): Promise<string[]> {
  const [document, ...more] = parseAllDocuments(snippet.text);
  if (!document || more.length > 0) return ['is not one document'];
  const problems = [...document.errors, ...document.warnings].map(({ message }) => message);
  if (problems.length > 0) return problems;
  const value: unknown = document.toJS();
  if (withoutSchema.has(hostOf(snippet, value))) return [];
  const content = stringify(wholeWorkflow(value as Part));
  const { NoOperationTraceWriter, parseWorkflow } = await parser;
  const { context } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

function hostOf({ page }: Snippet, value: unknown): string {
  const [, inFolder, host = inFolder] = /^docs\/(?:ci\/(\w+)|(gitlab)-component)\.md$/.exec(page) ?? [];
  if (host) return host;
  if (!/^docs\/(?:ci|github-action)\.md$|README\.md$/.test(page)) return 'other';
  return JSON.stringify(value).includes('"script"') ? 'gitlab' : 'github';
}

type Part = unknown[] | { jobs?: Record<string, object>; steps?: unknown[] };

/** A workflow around a part of one: its steps, one job, or its jobs. */
function wholeWorkflow(part: Part): object {
  if (Array.isArray(part)) return wholeWorkflow({ steps: part });
  if (!part.jobs) return wholeWorkflow({ jobs: { job: part } });
  const jobs = Object.entries(part.jobs).map(([name, job]) => [name, { 'runs-on': 'ubuntu-latest', ...job }]);
  return { on: 'push', ...part, jobs: Object.fromEntries(jobs) };
}
