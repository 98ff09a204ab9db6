import { expect, test } from 'vitest';
import { type Command, rankCommands } from './rank-commands.ts';

function make(label: string, fields: Partial<Command> = {}): Command {
  return { id: label, group: 'skills', label, note: '', run() {}, ...fields };
}

const COMMANDS = [
  make('Import Contacts', { note: 'Imports rows in a table' }),
  make('Fight Comparison', { note: 'Tells who would win' }),
  make('Run a whole table', { group: 'places', isFirst: true }),
  make('Tableau', { group: 'agents', note: 'https://tables.example' }),
  make('Café bill', { group: 'runs' }),
];

const find = (typed: string): readonly string[] =>
  rankCommands(COMMANDS, typed).flatMap(({ commands }) => commands.map(({ id }) => id));

test('the group with the best fit comes first, and beginnings before the rest', () => {
  expect(find('tabl')).toEqual(['Tableau', 'Run a whole table', 'Import Contacts']);
  expect(find('comp fight')).toEqual(['Fight Comparison']);
  expect(find('CAFE')).toEqual(['Café bill']);
  expect(find('nothing')).toEqual([]);
});

test('what the agent has found comes last, whatever words it shows', () => {
  const match = make('Invoice 7', { isFound: true });
  const list = (typed: string): readonly string[] =>
    rankCommands([match, ...COMMANDS], typed).flatMap(({ commands }) =>
      commands.map(({ id }) => id),
    );
  expect(list('tiger')).toEqual(['Invoice 7']);
  expect(list('fight')).toEqual(['Fight Comparison', 'Invoice 7']);
  expect(list('')).not.toContain('Invoice 7');
});

test('before anything is typed, only what the page offers first is listed', () => {
  expect(find(' ')).toEqual(['Run a whole table']);
});

test('a group is cut, so that thousands of skills can be searched', () => {
  const many = Array.from({ length: 5000 }, (_, n) => make(`Skill ${n}`));
  expect(rankCommands(many, 'skill')[0]?.commands).toHaveLength(12);
});
