/** Characters of a line of help, so that it fits a page. */
const width = 100;

/**
 * A reference page of a command line: the help of every command, as it prints it.
 *
 * @param {object} program a program of commander
 * @param {{title: string, introduction: string}} page
 */
export function formatCommands(program, { title, introduction }) {
  const sections = listCommands(program).map(
    (command) => `## ${nameOf(command)}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``,
  );
  return `# ${title}\n\n${introduction}\n\n${sections.join('\n\n')}\n`;
}

function listCommands(command) {
  const below = command.commands.filter(({ _hidden: hidden }) => !hidden);
  return [command, ...below.filter((one) => one.name() !== 'help').flatMap(listCommands)];
}

function nameOf(command) {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** With what is added to help, such as examples, which only printing gives. */
function helpOf(command) {
  let printed = '';
  command.configureOutput({
    writeOut: (text) => {
      printed += text;
    },
    getOutHelpWidth: () => width,
    getOutHasColors: () => false,
  });
  command.outputHelp();
  return printed.trim();
}
