import type { DescribedCommand, DescribedOption, Values } from './describeCommands.js';
import { transitionsOf } from './transitionsOf.js';

const indent = (lines: readonly string[], spaces: number) =>
  lines.map((line) => `${' '.repeat(spaces)}${line}`).join('\n');

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function replyOf(values: Values): string {
  if (values === null) return 'COMPREPLY=()';
  if (values === 'files') return 'compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"))';
  if (values === 'command') return 'COMPREPLY=($(compgen -c -- "$cur"))';
  return `COMPREPLY=($(compgen -W ${quoted(values.words.join(' '))} -- "$cur"))`;
}

const takesValue = (
  option: DescribedOption,
): option is DescribedOption & { values: Exclude<DescribedOption['values'], 'none'> } =>
  option.values !== 'none';

/** A case for the value of each flag that takes one. */
const valueCases = ({ path, options }: DescribedCommand): string[] =>
  options
    .filter(takesValue)
    .flatMap(({ flags, values }) =>
      flags.map((flag) => `${quoted(`${path}:${flag}`)}) ${replyOf(values)}; return ;;`),
    );

function wordCase({ path, commands, options, argument }: DescribedCommand): string {
  const flags = options.flatMap((option) => option.flags.filter((flag) => flag.startsWith('--')));
  const names = commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  const plain = names.length > 0 ? { words: names } : argument;
  return [
    `${quoted(path)})`,
    `  if [[ $cur == -* ]]; then ${replyOf({ words: flags })}`,
    `  else ${replyOf(plain === 'command' ? null : plain)}; fi ;;`,
  ].join('\n    ');
}

/** The script of bash, for `source <(svc completion bash)`. Works without the package bash-completion. */
export function formatBash(described: readonly DescribedCommand[]): string {
  const transitions = transitionsOf(described).map(
    ({ from, word, to }) => `${quoted(`${from}:${word}`)}) path=${quoted(to)} ;;`,
  );
  const wrapping = described.filter(({ argument }) => argument === 'command').map(({ path }) => path);
  return `# bash completion of svc
_svc() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' word i
  # bash splits words at "=".
  if [[ $cur == '=' ]]; then cur=''
  elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      case $path in
        ${wrapping.map(quoted).join('|')})
          if declare -F _command_offset >/dev/null; then _command_offset $((i + 1))
          elif ((i + 1 == COMP_CWORD)); then COMPREPLY=($(compgen -c -- "$cur"))
          else compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); fi ;;
      esac
      return
    fi
    case "$path:$word" in
${indent(transitions, 6)}
    esac
  done
  case "$path:$prev" in
${indent(described.flatMap(valueCases), 4)}
  esac
  case $path in
    ${described.map(wordCase).join('\n    ')}
  esac
}
complete -F _svc svc
`;
}
