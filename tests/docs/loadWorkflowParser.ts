import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

type WorkflowParser = typeof import('@actions/workflow-parser');

const root = fileURLToPath(new URL('../..', import.meta.url));

/** GitHub's own parser of workflows. It imports JSON as only bundlers do, so it is bundled first. */
export async function loadWorkflowParser(): Promise<WorkflowParser> {
  const file = join(root, '.cache/workflow-parser.mjs');
  const bundle = await rolldown({
    input: join(root, 'node_modules/@actions/workflow-parser/dist/index.js'),
    platform: 'node',
    logLevel: 'silent',
  });
  await bundle.write({ file, codeSplitting: false });
  return (await import(pathToFileURL(file).href)) as WorkflowParser;
}
