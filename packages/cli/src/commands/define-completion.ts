import { Argument, type Command } from 'commander';
import type { Console } from '../terminal/console.ts';
import { toExamples } from './common-flags.ts';

/**
 * Adds the command `formwork completion SHELL`, which prints a script that completes commands in a
 * shell.
 */
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
    .action(async (shell: string) => {
      const { HOST_PROFILES } = await import('@formwork/mcp');
      const hosts = ['all', ...HOST_PROFILES.map(({ id }) => id)];
      const { DOCUMENT_DIALECTS } = await import('@formwork/documents');
      const commands = listCommands(
        program,
        new Map<string, readonly string[]>([
          ['mcp doctor:--host', hosts],
          ['validate:--dialect', DOCUMENT_DIALECTS],
        ]),
      );
      console.out(shell === 'bash' ? toBash(commands) : toZsh(commands));
    });
}

interface Completed {
  /** The command's name after that of its parent command, such as `mcp diff`. */
  readonly name: string;
  readonly about: string;
  readonly flags: readonly string[];
  /**
   * The words that may follow a flag, by the flag's name; those for the first argument are under
   * `''`.
   */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** The values that completion suggests for flags that accept any other value as well. */
const USUAL_VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['--as', ['card', 'message', 'task', 'part', 'event', 'request', 'response', 'schema']],
]);

/**
 * Lists the commands, each followed by its subcommands. `extraValues` gives further ones by
 * `COMMAND:FLAG`.
 */
function listCommands(
  program: Command,
  extraValues: ReadonlyMap<string, readonly string[]>,
): readonly Completed[] {
  const visible = program.createHelp().visibleCommands(program);
  const toCompleted = (command: Command, name: string): Completed => {
    const flags = command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
    const completions = flags.flatMap((flag) => {
      const values = extraValues.get(`${name}:${flag}`);
      return values === undefined ? [] : [[flag, values] as const];
    });
    const values = new Map([...listValues(command, visible), ...completions]);
    return { name, about: command.description(), flags, values };
  };
  return visible.flatMap((command) => [
    toCompleted(command, command.name()),
    ...command.commands.map((subcommand) =>
      toCompleted(subcommand, `${command.name()} ${subcommand.name()}`),
    ),
  ]);
}

function listValues(
  command: Command,
  commands: readonly Command[],
): ReadonlyMap<string, readonly string[]> {
  const [first] = command.registeredArguments;
  const inner = command.commands.length > 0 ? command.commands : undefined;
  const subcommands = command.name() === 'help' ? commands : inner;
  const argument = subcommands?.map((subcommand) => subcommand.name()) ?? first?.argChoices;
  const entries = command.options.map(
    ({ long, argChoices }) => [long ?? '', argChoices ?? USUAL_VALUES.get(long ?? '')] as const,
  );
  return new Map(
    [...entries, ['', argument] as const].flatMap(([flag, values]) =>
      values === undefined ? [] : [[flag, values] as const],
    ),
  );
}

/**
 * Makes the lines of a shell's `case` that complete the arguments of commands and the values of
 * flags, by `COMMAND:FLAG`.
 */
function toValueCases(commands: readonly Completed[], write: (words: string) => string): string {
  return commands
    .flatMap(({ name, values }) =>
      [...values].map(
        ([flag, words]) => `    ${toPattern(`${name}:${flag}`)}) ${write(words.join(' '))} ;;`,
      ),
    )
    .join('\n');
}

/** Quotes a text as a pattern of a shell's `case`. */
function toPattern(text: string): string {
  return text.includes(' ') ? `"${text}"` : text;
}

/** Makes the pattern of a shell's `case` that matches all subcommands. */
function toInnerPattern(commands: readonly Completed[]): string {
  const inner = commands.filter(isInner).map(({ name }) => `"${name}"`);
  return inner.join('|');
}

function isInner({ name }: Completed): boolean {
  return name.includes(' ');
}

/**
 * Makes the script for bash. It contains only words of our own, so that nothing has to be quoted.
 */
function toBash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, flags }) => `    ${toPattern(name)}) words="${flags.join(' ')}" ;;`,
  );
  const names = commands.filter((command) => !isInner(command)).map(({ name }) => name);
  return `_formwork() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" values="" before="" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names.join(' ')}" -- "$current"))
    return
  fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    before="\${COMP_WORDS[COMP_CWORD-1]}"
    case "$command \${COMP_WORDS[2]}" in
      ${toInnerPattern(commands)}) command="$command \${COMP_WORDS[2]}" ;;
    esac
  fi
  case "$command" in
${cases.join('\n')}
  esac
  case "$command:$before" in
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

function toZsh(commands: readonly Completed[]): string {
  const outer = commands.filter((command) => !isInner(command));
  const described = outer.map(
    ({ name, about }) => `    '${name}:${about.replaceAll("'", '').replaceAll(':', ' ')}'`,
  );
  const cases = commands.map(
    ({ name, flags }) => `    ${toPattern(name)}) flags=(${flags.join(' ')}) ;;`,
  );
  return `#compdef formwork
_formwork() {
  local -a commands flags values
  local before="" command="\${words[2]}"
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  if (( CURRENT > 3 )); then
    before="\${words[CURRENT-1]}"
    case "$command \${words[3]}" in
      ${toInnerPattern(commands)}) command="$command \${words[3]}" ;;
    esac
  fi
  case "$command" in
${cases.join('\n')}
  esac
  case "$command:$before" in
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
