import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { argumentsOf } from './argumentsOf.mjs';
import { findSvc } from './findSvc.mjs';
import { formatAnnotations } from './formatAnnotations.mjs';
import { formatOutputs, outputsOf } from './formatOutputs.mjs';
import { formatSummary } from './formatSummary.mjs';
import { readInputs } from './readInputs.mjs';
import { readReport } from './readReport.mjs';
import { runSvc } from './runSvc.mjs';

const { env } = process;

/** Bytes that GitHub takes as the summary of a step. */
const longestSummary = 1_000_000;

/** @returns {Promise<number>} the exit code of the step */
async function runStep() {
  const inputs = readInputs(env);
  const folder = path.resolve(env.GITHUB_WORKSPACE || process.cwd(), inputs.folder);
  const temporary = mkdtempSync(path.join(env.RUNNER_TEMP || tmpdir(), 'svc-'));
  const file = path.join(temporary, 'report.json');
  if (inputs.apiKey) console.log(`::add-mask::${inputs.apiKey}`);
  const program = await findSvc(inputs, folder, temporary);
  const exitCode = await runSvc(program, argumentsOf(inputs, file), {
    cwd: folder,
    env: {
      ...env,
      SVC_API_URL: inputs.apiUrl,
      ...(inputs.apiKey ? { SVC_API_KEY: inputs.apiKey } : {}),
      ...(inputs.project ? { SVC_PROJECT: inputs.project } : {}),
    },
  });
  const report = readReport(file);
  for (const line of formatAnnotations(report)) console.log(line);
  const summary = formatSummary(report);
  if (env.GITHUB_STEP_SUMMARY && Buffer.byteLength(summary) <= longestSummary)
    appendFileSync(env.GITHUB_STEP_SUMMARY, summary);
  if (env.GITHUB_OUTPUT)
    appendFileSync(env.GITHUB_OUTPUT, formatOutputs(outputsOf(report, { exitCode, file })));
  // The report stays for later steps; the runner empties its folder after the job.
  rmSync(path.join(temporary, 'node_modules'), { recursive: true, force: true });
  return exitCode;
}

process.exitCode = await runStep().catch((error) => {
  console.log(`::error title=svc::${error.message.replaceAll('%', '%25').replaceAll('\n', '%0A')}`);
  return 2;
});
