import { Command } from 'commander';
import type { Run } from './Context.js';
import { addLogin } from './commands/account/login.js';
import { addLogout } from './commands/account/logout.js';
import { addWhoami } from './commands/account/whoami.js';
import { addApprove } from './commands/approve.js';
import { addBaselines } from './commands/baselines.js';
import { addOpen } from './commands/branch/open.js';
import { addStatus } from './commands/branch/status.js';
import { addCancel } from './commands/cancel.js';
import { addCapture } from './commands/capture.js';
import { addDiff } from './commands/diff.js';
import { addExplain } from './commands/explain.js';
import { addFinish } from './commands/finish.js';
import { addFlaky } from './commands/flaky.js';
import { addIgnore } from './commands/ignore.js';
import { addImport } from './commands/import.js';
import { addInit } from './commands/init.js';
import { addLocal } from './commands/local.js';
import { addMcp } from './commands/mcp.js';
import { addProject } from './commands/project.js';
import { addRediff } from './commands/rediff.js';
import { addReject } from './commands/reject.js';
import { addRevoke } from './commands/revoke.js';
import { addRun } from './commands/run.js';
import { addCompletion } from './commands/setup/completion.js';
import { addDoctor } from './commands/setup/doctor.js';
import { addStoriesA } from './commands/storiesA.js';
import { addStoriesB } from './commands/storiesB.js';
import { addUpload } from './commands/upload.js';
import { addNegations } from './config/flagsOfCommands.js';
import { refuseEmptyValues } from './flags.js';
import { version } from './version.js';

const groups: Record<string, ((program: Command, run: Run) => void)[]> = {
  'Capture and compare:': [addStoriesA, addStoriesB, addCapture, addUpload, addDiff, addRediff, addCancel],
  'Run tests:': [addRun, addLocal, addFinish],
  'Review:': [
    addStatus,
    addOpen,
    addExplain,
    addApprove,
    addReject,
    addRevoke,
    addIgnore,
    addFlaky,
    addBaselines,
    addImport,
  ],
  'Set up:': [addInit, addDoctor, addMcp, addCompletion],
  'Access:': [addLogin, addLogout, addWhoami, addProject],
};

export function eachCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const inner of command.commands) eachCommand(inner, act);
}

/** Every command of `svc`. */
export function createProgram(run: Run): Command {
  const program = new Command('svc')
    .description('Visual regression testing: capture, compare, review.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .enablePositionalOptions()
    .showHelpAfterError('(add --help to see the usage)')
    .addHelpText(
      'after',
      `
Environment:
  SVC_API_KEY         API key of the project (default: the identity of the CI job, else your login)
  SVC_ID_TOKEN        identity token of a GitLab CI job; GitHub Actions only needs "permissions: id-token: write"
  SVC_API_URL         address of the service
  SVC_PROJECT         <org>/<project>, for a login (default: the project of "svc project set")
  SVC_BRANCH          branch (default: from CI, else git)
  SVC_COMMIT          commit (default: from CI, else git)
  SVC_BASELINE_REF    branch to compare with
  SVC_CHECKOUT        checked-out commit, if CI tests a merge of the pull request
  SVC_SHARD           part of the run, in the form of --shard
  SVC_JOB             name of the job (default: from CI); without a shard, each job is a part of the run
  SVC_RUN_KEY         ID of the run that the parts belong to (default: from CI)
  SVC_LOCAL=true      the same as --local
  SVC_SESSION_ID      session that uploads belong to (set by run and local)
  SVC_AUTO_APPROVE    approve all changes (set by run and local --auto-approve)
  SVC_CONTAINER_ENGINE  docker or podman, for --container (default: whichever is installed)
  NO_COLOR, FORCE_COLOR  no colors, or colors even without a terminal
  SVC_DEBUG=1         print the stack of an error

svc.config.ts, .js or .json in the repository sets default flags; flags and these variables override it.

Exit codes:
  0  nothing to review: no changes, or all of them approved
  1  changes to review, or snapshots that could not be captured
  2  error
svc run and svc local end with the exit code of the command that they run, if it is not 0.`,
    );
  for (const [title, commands] of Object.entries(groups)) {
    program.commandsGroup(title);
    for (const add of commands) add(program, run);
  }
  addNegations(program);
  eachCommand(program, refuseEmptyValues);
  program.commandsGroup('Help:').helpCommand('help [command]', 'print help of a command');
  return program;
}
