import { runCommand } from './runCommand.js';

const { exitCode, text, error } = await runCommand(process.argv.slice(2));
process.stdout.write(text);
process.stderr.write(error);
process.exitCode = exitCode;
