import type { DescribedCommand, DescribedOption } from './describeCommands.js';
import { transitionsOf } from './transitionsOf.js';

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const at = (path: string) => `-n ${quoted(`__svc_at ${quoted(path)}`)}`;

function optionLine(path: string, { flags, description, values }: DescribedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const parts = ['complete -c svc', at(path), ...names, `-d ${quoted(description.replaceAll(/\s+/g, ' '))}`];
  if (values === 'none') return parts.join(' ');
  if (values === 'files') return [...parts, '-r -F'].join(' ');
  const words = values !== null && values !== 'command' ? [`-a ${quoted(values.words.join(' '))}`] : [];
  return [...parts, '-x', ...words].join(' ');
}

function commandLines({ path, commands, options, argument }: DescribedCommand): string[] {
  const names = commands.flatMap(({ name, aliases, description }) =>
    [name, ...aliases].map(
      (word) => `complete -c svc ${at(path)} -a ${quoted(word)} -d ${quoted(description)}`,
    ),
  );
  const values: string[] = [];
  if (argument === 'files') values.push(`complete -c svc ${at(path)} -F`);
  else if (argument === 'command') {
    values.push(`complete -c svc -n ${quoted(`__svc_in ${quoted(path)}`)} -x -a '(__svc_rest)'`);
  } else if (argument !== null) {
    values.push(`complete -c svc ${at(path)} -a ${quoted(argument.words.join(' '))}`);
  }
  return [...names, ...options.map((option) => optionLine(path, option)), ...values];
}

/** The script of fish, for `svc completion fish | source`. */
export function formatFish(all: readonly DescribedCommand[]): string {
  const transitions = transitionsOf(all).map(
    ({ from, word, to }) =>
      `            case ${quoted(`${from}:${word}`)}\n                set at ${quoted(to)}`,
  );
  return `# fish completion of svc
function __svc_path
    set -l at ''
    for word in (commandline -opc)[2..]
        switch "$at:$word"
            case '*:--'
                break
${transitions.join('\n')}
        end
    end
    echo $at
end
function __svc_at
    not contains -- -- (commandline -opc); and test (__svc_path) = "$argv[1]"
end
function __svc_in
    contains -- -- (commandline -opc); and test (__svc_path) = "$argv[1]"
end
function __svc_rest
    set -l words (commandline -opc) (commandline -ct)
    set -l index (contains -i -- -- $words)
    complete -C (string join ' ' -- $words[(math $index + 1)..])
end
complete -c svc -f
${all.flatMap(commandLines).join('\n')}
`;
}
