import type { Problem, SchemaIssue } from '@formwork/schema';
import type { FormType } from '../form-schema/infer-types.ts';
import type { ResultMessages } from './result/result-messages.ts';
import type { TaskMessages } from './task/task-messages.ts';

/** Why a file is not taken. */
export type FileRefusal = 'size' | 'unreadable';

/**
 * Every text that is not the agent's. A language without one of them does not compile.
 * `label` is the title of a field, `n` the number of a row, from 1.
 */
export interface Messages {
  /** BCP 47, such as `en`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Texts around a result. */
  readonly result: ResultMessages;
  /** Texts around a task. */
  readonly task: TaskMessages;
  readonly send: string;
  readonly required: string;
  /** Stands at a field that nobody can change. */
  readonly fixed: string;
  readonly errorHeading: string;
  /** Unlisted name of a group's field, and the value behind it. */
  readonly entryName: string;
  readonly entryValue: string;
  /** Follow the label of a name: nobody has entered it, or another entry has it. */
  readonly nameMissing: string;
  readonly nameTaken: string;
  readonly none: string;
  readonly choose: string;
  readonly noMatches: string;
  readonly pickColor: string;
  readonly json: string;
  readonly jsonInvalid: string;
  /** Of JSON with a number that JavaScript would change, after its name. */
  readonly jsonInexact: string;
  /** At a value of which only the beginning is shown. */
  readonly tooLong: string;
  readonly jsonForm: string;
  readonly drawingFailed: string;
  readonly unchecked: string;
  /** Fields whose patterns took too long, by their labels; `''` if they have none. */
  uncheckedFields(labels: string): string;
  readonly typeNames: Readonly<Record<FormType, string>>;
  rowLabel(label: string, n: number): string;
  kindOf(label: string): string;
  add(label: string): string;
  /** To a group without a label. */
  readonly addEntry: string;
  addTo(label: string): string;
  remove(label: string): string;
  moveUp(label: string): string;
  moveDown(label: string): string;
  readonly sending: string;
  /** The keys that send a form. */
  sendKeys(isApple: boolean): string;
  readonly examples: string;
  /** Name of an example that has none; a number follows. */
  readonly example: string;
  filledWith(example: string): string;
  readonly undo: string;
  /** The list of a form's sections. */
  readonly sections: string;
  readonly sectionStates: Readonly<Record<'filled' | 'problem', string>>;
  sentBy(origin: string): string;
  /** Stands at fields that ask for what nobody should give away. */
  secretWarning(origin: string): string;
  readonly dropFiles: string;
  readonly uploading: string;
  /** Between a row's number and its fields, for those who cannot see the table. */
  readonly rowNumber: string;
  readonly emptyRow: string;
  readonly previous: string;
  readonly next: string;
  readonly goToRow: string;
  pagesOf(label: string): string;
  /** Numbers of rows, written in the language. */
  rowsShown(from: string, to: string, total: string): string;
  /** Label of a cell: its column and its row. */
  cell(column: string, row: string): string;
  matches(count: number): string;
  fileLimit(bytes: string): string;
  fileRefused(name: string, reason: FileRefusal): string;
  /** A whole sentence; stands at the field and in the summary. */
  problem(label: string, problem: Problem): string;
  /** The same of data that nobody entered here, such as a result. */
  misfit(label: string, problem: Problem): string;
  /** Why there is no form for a schema. */
  readonly refused: (issue: Pick<SchemaIssue, 'message'>) => string;
}
