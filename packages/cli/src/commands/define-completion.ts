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
  /** What may follow a flag, by the flag; what the first argument may be, by `''`. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** What flags take that take other things as well. */
const USUAL_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['--as', ['card', 'message', 'task', 'part', 'schema']],
]);

function listCommands(program: Command): readonly Completed[] {
  const visible = program.createHelp().visibleCommands(program);
  return visible.map((command) => ({
    name: command.name(),
    about: command.description(),
    flags: command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : [])),
    values: listValues(command, visible),
  }));
}

function listValues(
  command: Command,
  commands: readonly Command[],
): ReadonlyMap<string, readonly string[]> {
  const [first] = command.registeredArguments;
  const argument =
    command.name() === 'help' ? commands.map((one) => one.name()) : first?.argChoices;
  const entries = command.options.map(
    ({ long, argChoices }) => [long ?? '', argChoices ?? USUAL_VALUES.get(long ?? '')] as const,
  );
  return new Map(
    [...entries, ['', argument] as const].flatMap(([flag, values]) =>
      values === undefined ? [] : [[flag, values] as const],
    ),
  );
}

/** Lines of a `case` for the words of a command and of its flags, by `COMMAND:FLAG`. */
function toValueCases(commands: readonly Completed[], write: (words: string) => string): string {
  return commands
    .flatMap(({ name, values }) =>
      [...values].map(([flag, words]) => `    ${name}:${flag}) ${write(words.join(' '))} ;;`),
    )
    .join('\n');
}

/** Words of our own only: nothing that has to be quoted. */
function toBash(program: Command): string {
  const commands = listCommands(program);
  const cases = commands.map(({ name, flags }) => `    ${name}) words="${flags.join(' ')}" ;;`);
  return `_formwork() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" values="" before=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -gt 2 ] && before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "\${COMP_WORDS[1]}:$before" in
${toValueCases(commands, (words) => `values="${words}"`)}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  elif [ -n "$values" ]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    [ "$before" = --as ] && COMPREPLY+=($(compgen -f -- "$current"))
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
  local -a commands flags values
  local before=""
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
  (( CURRENT > 3 )) && before="\${words[CURRENT-1]}"
  case "\${words[2]}:$before" in
${toValueCases(commands, (words) => `values=(${words})`)}
  esac
  if [[ "\${words[CURRENT]}" == -* ]]; then
    compadd -- $flags
  elif (( $#values )); then
    compadd -- $values
    if [[ "$before" == --as ]]; then _files; fi
  else
    _files
  fi
}
compdef _formwork formwork`;
}
