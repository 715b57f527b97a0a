import type { Command } from 'commander';
import type { Context, Run } from '../../Context.js';
import { applyConfig } from '../../config/applyConfig.js';
import { flagsOfCommands } from '../../config/flagsOfCommands.js';
import { readConfig } from '../../config/readConfig.js';
import { examineAccess } from '../../doctor/examineAccess.js';
import { examineConfig } from '../../doctor/examineConfig.js';
import { examineGit } from '../../doctor/examineGit.js';
import { examineService } from '../../doctor/examineService.js';
import { ok } from '../../doctor/Finding.js';
import { formatFindings } from '../../doctor/formatFindings.js';
import { exitCodes } from '../../exitCodes.js';
import { addOutputFlag, addServiceFlags, type ServiceFlags } from '../../flags.js';
import { type DoctorOutput, outputVersion } from '../../output/Output.js';
import { present } from '../../output/present.js';

async function examine(program: Command, self: Command, given: Context): Promise<number> {
  const read = () => readConfig(given.cwd, flagsOfCommands(program));
  const { finding, config } = await examineConfig(read);
  if (config) applyConfig(self, config, given.env);
  const context: Context = { ...given, config };
  const flags = self.opts<ServiceFlags>();
  const { findings, isReachable } = await examineService(flags, context);
  const all = [
    ok('node', `${process.versions.node} on ${process.platform} ${process.arch}`),
    finding,
    ...findings,
    ...(await examineAccess(flags, isReachable, context)),
    ...(await examineGit(context)),
  ];
  const hasFailed = all.some(({ status }) => status === 'failed');
  const document: DoctorOutput = {
    version: outputVersion,
    exitCode: hasFailed ? exitCodes.error : exitCodes.success,
    findings: all,
  };
  await present(document, (style) => formatFindings(document, style), context);
  return document.exitCode;
}

export function addDoctor(program: Command, run: Run): void {
  const command = program
    .command('doctor')
    .summary('check the set-up of this machine or job')
    .description(
      'Checks what svc needs here: the configuration file, the address of the service and any proxy to it, whether the service ' +
        'responds and its version fits, the key or login and the project, and git with its history. Each failure says what to do.',
    );
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Exit codes: 0 no failures, but perhaps warnings; 2 something failed.

Examples:
  $ svc doctor
  $ svc doctor --api-url https://svc.example.com --output json`,
    )
    .action((_flags: ServiceFlags, self: Command) => run((context) => examine(program, self, context)));
}
