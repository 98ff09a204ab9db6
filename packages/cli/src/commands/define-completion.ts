import { Argument, type Command } from 'commander';
import type { Console } from '../terminal/console.ts';
import { toExamples } from './common-flags.ts';

/** `formwork completion SHELL` */
export function defineCompletion(program: Command, console: Console): void {
  program
    .command('completion')
    .description('print completions for bash or zsh')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh']))
    .addHelpText(
      'after',
      toExamples([
        'formwork completion bash > ~/.local/share/bash-completion/completions/formwork',
        'formwork completion zsh > "${fpath[1]}/_formwork"',
      ]),
    )
    .action((shell: string) => console.out(shell === 'bash' ? toBash(program) : toZsh(program)));
}

interface Completed {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly string[];
}

function listCommands(program: Command): readonly Completed[] {
  const visible = program.createHelp().visibleCommands(program);
  return visible.map((command) => ({
    name: command.name(),
    about: command.description(),
    flags: command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : [])),
  }));
}

/** Words of our own only: nothing that has to be quoted. */
function toBash(program: Command): string {
  const commands = listCommands(program);
  const cases = commands.map(({ name, flags }) => `    ${name}) words="${flags.join(' ')}" ;;`);
  return `_formwork() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _formwork formwork`;
}

function toZsh(program: Command): string {
  const commands = listCommands(program);
  const described = commands.map(
    ({ name, about }) => `    '${name}:${about.replaceAll("'", '').replaceAll(':', ' ')}'`,
  );
  const cases = commands.map(({ name, flags }) => `    ${name}) flags=(${flags.join(' ')}) ;;`);
  return `#compdef formwork
_formwork() {
  local -a commands flags
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $flags
  else
    _files
  fi
}
compdef _formwork formwork`;
}
