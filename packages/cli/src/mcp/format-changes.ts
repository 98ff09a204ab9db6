import type { LockChange } from '@formwork/mcp';
import { structuredPatch } from 'diff';
import type { Paint } from '../terminal/console.ts';
import { toSafeLine } from '../terminal/safe-text.ts';

/** The highest number of characters that are shown of a changed line. */
const MAX_LINE = 2000;

const KINDS = {
  added: { mark: '+', word: 'is new', style: 'yellow' },
  changed: { mark: '~', word: 'has changed', style: 'yellow' },
  removed: { mark: '-', word: 'is no longer there', style: 'red' },
} as const;

/** Formats changes for people: the subject of each, and the lines that were removed and added. */
export function formatChanges(changes: readonly LockChange[], paint: Paint): string {
  return changes.map((change) => formatChange(change, paint)).join('\n');
}

function formatChange(change: LockChange, paint: Paint): string {
  const { mark, word, style } = KINDS[change.kind];
  const title = `${mark} ${toTitle(change)} ${word}`;
  return [paint(style, title), ...toLines(change, paint)].join('\n');
}

/** Names the changed text in a few words, such as the name of a tool and its agent. */
function toTitle({ part, alias, name }: LockChange): string {
  switch (part) {
    case 'instructions':
      return 'The text about the server as a whole';
    case 'agent':
      return `The address of "${alias}"`;
    case 'card':
      return `The card of "${alias}"`;
    case 'schema':
      return `Schema ${toSafeLine(name)} of "${alias}"`;
    case 'tool':
      return alias === '' ? `Tool ${name}` : `Tool ${name} of "${alias}"`;
  }
}

function toLines({ before, after }: LockChange, paint: Paint): readonly string[] {
  const { hunks } = structuredPatch('', '', withEnd(before), withEnd(after), '', '', {
    context: 3,
  });
  return hunks.flatMap(({ lines }, index) => [
    ...(index > 0 ? [paint('dim', '    ...')] : []),
    ...lines.map((line) => {
      // The text comes from elsewhere, and must stay on its line.
      const shownLine = `    ${line.slice(0, MAX_LINE)}`;
      if (line.startsWith('+')) return paint('green', shownLine);
      return line.startsWith('-') ? paint('red', shownLine) : paint('dim', shownLine);
    }),
  ]);
}

function withEnd(text: string): string {
  return text === '' ? '' : `${text}\n`;
}
