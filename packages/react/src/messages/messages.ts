import type { Problem } from '@formwork/core';
import type { FormType } from '../form-schema/infer-types.ts';
import type { ResultMessages } from './result/result-messages.ts';

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
  readonly send: string;
  readonly required: string;
  readonly errorHeading: string;
  /** Unlisted name of a group's field, and the value behind it. */
  readonly entryName: string;
  readonly none: string;
  readonly choose: string;
  readonly noMatches: string;
  readonly pickColor: string;
  readonly json: string;
  readonly jsonInvalid: string;
  readonly jsonForm: string;
  readonly drawingFailed: string;
  readonly unchecked: string;
  /** Fields whose patterns took too long, by their labels; `''` if they have none. */
  uncheckedFields(labels: string): string;
  readonly typeNames: Readonly<Record<FormType, string>>;
  rowLabel(label: string, n: number): string;
  kindOf(label: string): string;
  add(label: string): string;
  addTo(label: string): string;
  remove(label: string): string;
  moveUp(label: string): string;
  moveDown(label: string): string;
  matches(count: number): string;
  fileLimit(bytes: string): string;
  fileRefused(name: string, reason: FileRefusal): string;
  /** A whole sentence; stands at the field and in the summary. */
  problem(label: string, problem: Problem): string;
}
