import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../createProgram.js';
import { describeCommands } from './describeCommands.js';
import { type Shell, shells } from './shells.js';

const all = describeCommands(createProgram(async () => {}));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-completion-'));
  writeFileSync(join(folder, 'targets.json'), '[]');
  for (const [shell, format] of Object.entries(shells)) writeFileSync(join(folder, shell), format(all));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isInstalled = (shell: Shell) => spawnSync(shell, ['--version']).status === 0;

/** What each shell offers for a line, without descriptions. */
const offers: Record<Shell, (line: string) => string[]> = {
  bash(line) {
    // bash makes words of a line as its reader does only interactively; "=" ends one.
    const words = line.match(/=|[^\s=]+|(?<=\s)$/g) ?? [];
    const script = [
      `source ${folder}/bash`,
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=${words.length - 1}`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a variable of bash.
      '_svc; printf "%s\\n" "${COMPREPLY[@]}"',
    ].join('\n');
    return lines(execFileSync('bash', ['--norc', '--noprofile', '-c', script], { cwd: folder }));
  },
  zsh(line) {
    // A real line editor in a pseudo terminal; what is offered is written by the completion itself.
    const script = `
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1=; autoload -U compinit; compinit -u -d ${folder}/dump; source ${folder}/zsh; cd ${folder}"
      zpty -w z 'compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- $found >>${folder}/offered; builtin compadd "$@" }'
      zpty -w z 'finish() { zle kill-buffer; print -r -- >${folder}/done }; zle -N finish; bindkey "^X" finish'
      zpty -w z "print -r -- >${folder}/ready"
      while [[ ! -e ${folder}/ready ]]; do sleep 0.05; done
      zpty -n -w z $'${line.replaceAll("'", "\\'")}\\t'
      zpty -n -w z $'\\x18'
      while [[ ! -e ${folder}/done ]]; do sleep 0.05; zpty -r -t z >/dev/null; done
      cat ${folder}/offered 2>/dev/null
      rm -f ${folder}/offered ${folder}/done ${folder}/ready
    `;
    return lines(execFileSync('zsh', ['-f', '-c', script], { cwd: folder, timeout: 20_000 }));
  },
  fish(line) {
    const script = `source ${folder}/fish; complete -C '${line}'`;
    const env = { ...process.env, HOME: folder };
    return lines(execFileSync('fish', ['--no-config', '-c', script], { cwd: folder, env })).map(
      (one) => one.split('\t')[0] ?? '',
    );
  },
};

const lines = (output: Buffer) => [...new Set(output.toString().split('\n'))].filter((one) => one !== '');

describe.each(Object.keys(shells) as Shell[])('%s', (shell) => {
  test.skipIf(!isInstalled(shell))(`completes commands, flags and values (skipped without ${shell})`, () => {
    const offered = offers[shell];
    expect(offered('svc stor').sort()).toEqual(['stories-a', 'stories-b', 'storybook']);
    expect(offered('svc baselines ')).toContain('list');
    expect(offered('svc import p')).toEqual(['playwright']);
    expect(offered('svc storybook --only')).toEqual(['--only-changed']);
    expect(offered('svc stories-b --only')).toEqual([]);
    expect(offered('svc ignore add --scope ').sort()).toEqual(['name', 'snapshot', 'suite']);
    expect(offered('svc completion ').sort()).toEqual(['bash', 'fish', 'zsh']);
    expect(offered('svc capture targ')).toEqual(['targets.json']);
    expect(offered('svc diff --branch-that-is-none ')).toEqual([]);
    expect(offered('svc run --suite ')).not.toContain('list');
    expect(offered('svc run -- targ').join()).not.toContain('--');
  });
});

test('every visible flag of every command is in each script', () => {
  for (const [shell, format] of Object.entries(shells)) {
    const script = format(all);
    for (const { path, options } of all) {
      for (const { flags } of options) {
        const long = flags.find((flag) => flag.startsWith('--')) ?? '';
        expect(script, `${shell}: svc ${path}`).toContain(shell === 'fish' ? `-l ${long.slice(2)}` : long);
      }
    }
  }
  expect(shells.bash(all)).not.toContain('--no-quiet');
});
