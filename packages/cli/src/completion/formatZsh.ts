import type { DescribedCommand, DescribedOption, Values } from './describeCommands.js';
import { transitionsOf } from './transitionsOf.js';

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** `name:what it is`, as _describe reads it. */
const described = (name: string, description: string) =>
  quoted(`${name.replaceAll(':', '\\:')}:${description.replaceAll(/\s+/g, ' ')}`);

function replyOf(values: Values): string {
  if (values === null) return '_message value';
  if (values === 'files') return '_files';
  if (values === 'command') return '_message "-- and a command"';
  return `compadd -- ${values.words.map(quoted).join(' ')}`;
}

const valueCases = ({ path, options }: DescribedCommand): string[] =>
  options.flatMap(({ flags, values }: DescribedOption) =>
    values === 'none'
      ? []
      : flags.map((flag) => `    (${quoted(`${path}:${flag}`)}) ${replyOf(values)}; return ;;`),
  );

/** The value of `--flag=value`. */
const joinedCases = ({ path, options }: DescribedCommand): string[] =>
  options.flatMap(({ flags, values }) =>
    values === 'none'
      ? []
      : flags
          .filter((flag) => flag.startsWith('--'))
          .map(
            (flag) => `    (${quoted(`${path}:${flag}=`)}*) compset -P '*='; ${replyOf(values)}; return ;;`,
          ),
  );

function wordCase({ path, commands, options, argument }: DescribedCommand): string {
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.description)));
  const names = commands.flatMap(({ name, aliases, description }) =>
    [name, ...aliases].map((word) => described(word, description)),
  );
  const plain = names.length > 0 ? `list=(${names.join(' ')}); _describe command list` : replyOf(argument);
  return `    (${quoted(path)})
      if [[ $cur == -* ]]; then list=(${flags.join(' ')}); _describe -o option list
      else ${plain}; fi ;;`;
}

/** The script of zsh: sourced after compinit, or a file `_svc` in a folder of `fpath`. */
export function formatZsh(all: readonly DescribedCommand[]): string {
  const transitions = transitionsOf(all).map(
    ({ from, word, to }) => `      (${quoted(`${from}:${word}`)}) at=${quoted(to)} ;;`,
  );
  const wrapping = all.filter(({ argument }) => argument === 'command').map(({ path }) => quoted(path));
  return `#compdef svc
# zsh completion of svc
_svc() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} at='' word i
  local -a list
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ $word == -- ]]; then
      case $at in (${wrapping.join('|')}) shift $i words; ((CURRENT -= i)); _normal ;; esac
      return
    fi
    case "$at:$word" in
${transitions.join('\n')}
    esac
  done
  case "$at:$prev" in
${all.flatMap(valueCases).join('\n')}
  esac
  case "$at:$cur" in
${all.flatMap(joinedCases).join('\n')}
  esac
  case $at in
${all.map(wordCase).join('\n')}
  esac
}
if [[ \${funcstack[1]} == _svc ]]; then _svc "$@"; else compdef _svc svc; fi
`;
}
