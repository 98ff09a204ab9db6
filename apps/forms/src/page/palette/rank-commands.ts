/** A group of commands in the search, which is drawn under a heading of its own. */
export type CommandGroup = 'places' | 'skills' | 'runs' | 'agents' | 'settings';

/** Something that the search of the page finds and does. */
export interface Command {
  readonly id: string;
  readonly group: CommandGroup;
  readonly label: string;
  /** A second line that is searched as well; `''` for none. */
  readonly note: string;
  /** True if the command is listed before anything is typed. Default false. */
  readonly isFirst?: boolean;
  /** True if the command was found for what is typed already, perhaps in words that it does not show. */
  readonly isFound?: boolean;
  readonly run: () => void;
}

/** The maximum number of commands of one group that are listed. */
const MOST = 12;

/**
 * Finds the commands that contain all typed words, and puts the best first. A word counts more at
 * the beginning of a label than within it, and least in the second line. Without words, the first
 * commands are returned.
 */
export function rankCommands<C extends Command>(
  commands: readonly C[],
  typed: string,
): readonly {
  readonly group: CommandGroup;
  readonly commands: readonly C[];
}[] {
  const words = foldText(typed).split(/\s+/u).filter(Boolean);
  const scored = commands
    .map((command) => ({ command, score: score(command, words) }))
    .filter(({ score: points }) => points > 0)
    .toSorted((a, b) => b.score - a.score);
  const groups = [...new Set(scored.map(({ command }) => command.group))];
  return groups.map((group) => ({
    group,
    commands: scored
      .flatMap(({ command }) => (command.group === group ? [command] : []))
      .slice(0, MOST),
  }));
}

function score(command: Command, words: readonly string[]): number {
  const { label, note, isFirst = false, isFound = false } = command;
  if (words.length === 0) return isFirst ? 1 : 0;
  // It comes last, because it comes late, and must not move what the person is about to choose.
  if (isFound) return 1;
  const [plainLabel, plainNote] = [foldText(label), foldText(note)];
  const points = words.map((word): number => {
    if (plainLabel.startsWith(word)) return 4;
    if (plainLabel.includes(` ${word}`)) return 3;
    if (plainLabel.includes(word)) return 2;
    return plainNote.includes(word) ? 1 : 0;
  });
  return points.includes(0) ? 0 : points.reduce((sum, point) => sum + point, 0);
}

/** Makes a text comparable: small letters without accents. */
function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
}
