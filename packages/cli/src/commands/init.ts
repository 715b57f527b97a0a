import { type Command, Option } from 'commander';
import { apiUrlOf } from '../access/findCredential.js';
import type { Run } from '../Context.js';
import { addApiUrlFlag } from '../flags.js';

export function addInit(program: Command, run: Run): void {
  const command = program
    .command('init')
    .summary('set up the test runner, story tool and CI of this repository')
    .description(
      'Finds the test runners and story tools in this folder and its subfolders, and the CI of the repository. Wraps configurations ' +
        'of Playwright in withSvc(), and writes a workflow for GitHub Actions or GitLab CI. Leaves files that it cannot read ' +
        'unchanged, and prints what to add. A second run changes nothing.',
    )
    .addOption(
      new Option('--suite <name>', 'suite of the tests (default: e2e, else the name of the package)'),
    )
    .option('--dry-run', 'print what would be written; nothing is changed');
  addApiUrlFlag(command)
    .addHelpText(
      'after',
      `
Examples:
  $ svc init --dry-run
  $ svc init --api-url https://svc.example.com`,
    )
    .action(({ apiUrl, ...flags }: { apiUrl?: string; suite?: string; dryRun?: true }) =>
      run(async (context) => {
        const { setUp } = await import('../setup/setUp.js');
        return setUp({ ...flags, apiUrl: apiUrlOf(apiUrl ? { apiUrl } : {}, context) }, context);
      }),
    );
}
