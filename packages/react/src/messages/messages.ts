import type { Problem, SchemaIssue } from '@formwork/schema';
import type { FormType } from '../form-schema/infer-types.ts';
import type { LazyMessages } from './lazy-messages/lazy-messages.ts';
import type { ResultMessages } from './result/result-messages.ts';
import type { TaskMessages } from './task/task-messages.ts';

/** The reason why a form does not accept a file: it is too large, or cannot be read. */
export type FileRefusal = 'size' | 'unreadable';

/**
 * All texts of forms, tasks and results in one language, apart from those of the agent. Each is
 * required, so a language that lacks one does not compile. `label` is the title of a field, `n` the
 * number of a row, from 1.
 */
export interface Messages {
  /** The language of the texts as a BCP 47 tag, such as `en`. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The texts about a result of a skill. */
  readonly result: ResultMessages;
  /** The texts about a task. */
  readonly task: TaskMessages;
  /** Loads the texts of parts that few forms need, such as the spreadsheet view of a list. */
  readonly more: () => Promise<LazyMessages>;
  readonly send: string;
  readonly required: string;
  /** The word beside a field whose value people cannot change. */
  readonly fixed: string;
  /** The word beside a field that the agent may stop accepting. */
  readonly deprecated: string;
  /** The sentence above a form that the agent may stop accepting. */
  readonly deprecatedForm: string;
  /**
   * The labels of the two fields for a property with a free name: for the name, and for the value.
   */
  readonly entryName: string;
  readonly entryValue: string;
  /**
   * The ends of two sentences that begin with the label of a property's free name: the name is
   * missing, or another property has the same name.
   */
  readonly nameMissing: string;
  readonly nameTaken: string;
  readonly none: string;
  readonly choose: string;
  readonly noMatches: string;
  readonly pickColor: string;
  readonly json: string;
  readonly jsonInvalid: string;
  /**
   * The end of a sentence that begins with the name of an editor for JSON: its text has a number
   * that JavaScript would change.
   */
  readonly jsonInexact: string;
  /** The note beside a value of which only the beginning is shown. */
  readonly tooLong: string;
  readonly jsonForm: string;
  readonly drawingFailed: string;
  readonly unchecked: string;
  /**
   * The note that some fields could not be checked, because their patterns took too long; `labels`
   * lists them, or is `''` if they have no labels.
   */
  uncheckedFields(labels: string): string;
  readonly typeNames: Readonly<Record<FormType, string>>;
  rowLabel(label: string, n: number): string;
  kindOf(label: string): string;
  add(label: string): string;
  /** The label of the button that adds a property with a free name to a group without a label. */
  readonly addEntry: string;
  addTo(label: string): string;
  /**
   * The label of the button that adds a row to a list whose rows have no title, such as "Add child"
   * for "Children".
   */
  addRow(label: string): string;
  /** The note in a list without rows. */
  readonly noRows: string;
  /** The button that adds rows that were copied in a spreadsheet. */
  readonly pasteRows: string;
  /** The name of the choice of a time zone. */
  readonly timeZone: string;
  /** The name of the choice of a duration's unit, such as hours. */
  readonly unit: string;
  /** The name of the button that adds a unit to a duration, such as minutes to hours. */
  readonly addUnit: string;
  /** The button that shows a list as a spreadsheet, or no longer. */
  readonly asSheet: string;
  remove(label: string): string;
  moveUp(label: string): string;
  moveDown(label: string): string;
  readonly sending: string;
  /**
   * The hint beside the main button that names the keys for submitting the form, such as Ctrl and
   * Enter.
   */
  sendKeys(isApple: boolean): string;
  readonly examples: string;
  /**
   * The beginning of the label of an example without a label of its own; the example's number
   * follows.
   */
  readonly example: string;
  filledWith(example: string): string;
  readonly undo: string;
  /** The name of the list with the sections of a form, for screen readers. */
  readonly sections: string;
  /** The word for a field in which a person agrees to something, as the name of a part of a form. */
  readonly consent: string;
  readonly sectionStates: Readonly<Record<'filled' | 'problem', string>>;
  sentBy(origin: string): string;
  /** The warning beside a field that asks for a secret, such as a password or a card number. */
  secretWarning(origin: string): string;
  /** The buttons that open the choice of one file, and of several. */
  readonly chooseFile: string;
  readonly chooseFiles: string;
  readonly dropFiles: string;
  readonly uploading: string;
  /** The end of a sentence about a field whose file is still being uploaded. */
  readonly notUploaded: string;
  /** The heading of the column with row numbers, which is read by screen readers only. */
  readonly rowNumber: string;
  readonly emptyRow: string;
  readonly previous: string;
  readonly next: string;
  readonly goToRow: string;
  pagesOf(label: string): string;
  /**
   * The text that says which rows a page of a list shows, such as "1–20 of 300". The numbers are
   * already written in the language.
   */
  rowsShown(from: string, to: string, total: string): string;
  /** The label of a cell of a table: its column and its row. */
  cell(column: string, row: string): string;
  matches(count: number): string;
  fileLimit(bytes: string): string;
  fileRefused(name: string, reason: FileRefusal): string;
  /**
   * The whole sentence about a problem of an entered value, shown at its field and in the summary
   * above the form.
   */
  problem(label: string, problem: Problem): string;
  /**
   * The whole sentence about a problem of a value that was not entered here, such as one in a
   * result.
   */
  misfit(label: string, problem: Problem): string;
  /** The sentence that says why no form can be drawn for a schema. */
  readonly refused: (issue: Pick<SchemaIssue, 'message'>) => string;
}
