/** The way in which a person gives a value: types it, picks it, says yes or no, or adds a part. */
export type InputVerb = 'enter' | 'choose' | 'answer' | 'add';

/** The sentences about problems of a form that say what to do. `label` is the title of a field. */
export interface ProblemMessages {
  /** Says that a value is missing. */
  missing(label: string, asking: InputVerb): string;
  /** Says that a value must be yes. */
  agree(label: string): string;
  /** Says that a text has the wrong form; `example` is one of the right form. */
  pattern(label: string, example: string): string;
  /** Says that a text or number must be another one than `values`. */
  except(label: string, values: readonly string[]): string;
  /** Says that a list must have one of `values` in it. */
  lacks(label: string, values: readonly string[]): string;
  /** Says that one of some fields must stay empty; `names` may be empty. */
  apart(names: readonly string[], label: string): string;
  /** Says that a value fits none of its alternatives; `names` are fields of which one is needed. */
  kinds(names: readonly string[], label: string): string;
  other(label: string): string;
  /** Puts a sentence behind the names of the groups around its field. */
  at(where: string, sentence: string): string;
  /**
   * Counts the problems of a form that are left; `isMissing` says that each of them is a field without
   * a value. `text` is the number as text, and 0 means that all were mended.
   */
  left(count: number, text: string, isMissing: boolean): string;
}
