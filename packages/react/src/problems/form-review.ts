import type { JsonSchema, Problem } from '@formwork/schema';
import { parsePointer } from '@formwork/schema/json';
import { unescapeNames } from '../form-schema/escape-names.ts';
import type { LazyMessages } from '../messages/lazy-messages/lazy-messages.ts';
import type { ErrorSchema, RjsfForm } from '../rjsf.ts';
import { formatNumber } from '../text/format-number.ts';
import type { FormSettings } from '../theme/form-settings.ts';
import { toErrorTree } from './error-tree.ts';
import { type ListedProblem, ListedProblems } from './listed-problems.ts';
import { markPointedFocus } from './pointed-focus.ts';
import {
  byPosition,
  type ProblemLine,
  type WordedForm,
  writeProblems,
  writeUnfinished,
} from './problem-lines.ts';
import { findLabels } from './value-labels.ts';

export { ProblemList } from './problem-list.tsx';

/** A form whose problems a {@link FormReview} shows. */
export interface ReviewedForm {
  readonly checker: {
    needsWorker(value: unknown): boolean;
    check(value: unknown): readonly Problem[];
    judge(value: unknown, onExplained?: () => void): Promise<readonly string[] | undefined>;
    /** True if a value fits a part of the schema whose fields are drawn. */
    isPartValid(part: unknown, value: unknown): boolean;
  };
  /** The schema as its author wrote it. */
  readonly source: JsonSchema | boolean;
  /** The schema whose fields are drawn. */
  readonly schema: JsonSchema;
  readonly texts: LazyMessages | undefined;
  readonly readSettings: () => FormSettings;
  readonly readForm: () => RjsfForm | null;
  /** Receives JSON pointers to the values whose problems are shown. */
  readonly onProblems: (pointers: readonly string[]) => void;
  /** Receives a sentence about the check; `''` if there is nothing to tell. */
  readonly onStatus: (text: string) => void;
}

/** The problems that a form shows, in the format of the form library. */
export type ShownProblems = Pick<RjsfForm['state'], 'errors' | 'errorSchema'>;

/** The maximum number of fields that the message about unchecked fields names. */
const MAX_LABELS = 5;

/** The elements around one field. */
const FIELD = '.fw-field, td';

/**
 * The problems that one form shows: all of them when it is refused; and when a person leaves a field
 * or changes something by a button, those that were mended go, and that of a filled field comes.
 */
export class FormReview {
  #form: ReviewedForm;
  /** The fields that had a problem when the form was refused. */
  #refused = new WeakSet<Element>();
  /** The values whose problems are left of the refusal, with their fields that were drawn last. */
  readonly #leftFields = new Map<string, Element | undefined>();
  /** The fields that the person has left; one that is entered again counts if it has a problem. */
  readonly #visited = new WeakSet<Element>();
  /** A union that had problems left when another alternative was chosen, until the next check. */
  #switched: Element | null | undefined;
  #shown = new WeakSet<Element>();
  readonly #listed = new ListedProblems();
  /** True while a field is marked as wrong. */
  #isShowing = false;
  /** The number of problems when the form was refused; 0 for a form that was not. */
  #total = 0;
  #isDue = false;
  #isPressed = false;
  #ends = new AbortController();

  constructor(form: ReviewedForm) {
    this.#form = form;
  }

  /**
   * Follows what the person leaves and presses within `frame`, until `end` is called. A form in other
   * texts than before has its problems written anew.
   */
  follow(form: ReviewedForm, frame: HTMLElement): void {
    const isWordedAnew = this.#form.texts !== form.texts;
    this.#form = form;
    this.#ends = new AbortController();
    const { signal } = this.#ends;
    const { unreadableListeners } = form.readSettings();
    unreadableListeners.add(this.#follow);
    signal.addEventListener('abort', () => unreadableListeners.delete(this.#follow));
    const page = frame.ownerDocument;
    frame.addEventListener('focusout', ({ target }) => this.#leave(target), { signal });
    frame.addEventListener('focusin', ({ target }) => this.#enter(target), { signal });
    frame.addEventListener('click', ({ target }) => this.#press(target), { signal });
    frame.addEventListener('change', ({ target }) => this.#choose(target), { signal });
    page.addEventListener('pointerdown', () => void (this.#isPressed = true), {
      signal,
      capture: true,
    });
    for (const type of ['pointerup', 'pointercancel']) {
      page.addEventListener(type, () => this.#release(), { signal, capture: true });
    }
    markPointedFocus(frame, signal);
    if (!isWordedAnew) return;
    this.#listed.forgetMended();
    this.#follow();
  }

  end(): void {
    this.#ends.abort();
    // A button that is released meanwhile is not seen.
    this.#isPressed = false;
    this.#isDue = false;
  }

  /** True if the form is followed, and its data can be checked at once. */
  isReady(): boolean {
    return !this.#ends.signal.aborted && !this.#form.checker.needsWorker(this.#readData());
  }

  /** Checks the data in the worker, so that `refuse` knows the outcome. */
  async judge(): Promise<void> {
    const places = await this.#judge();
    const { messages } = this.#form.readSettings();
    if (places === undefined) return;
    const data = this.#readData();
    const labels = places.map((at) => findLabels(this.#toWorded(), parsePointer(at), data).label);
    const names = [...new Set(labels)].slice(0, MAX_LABELS);
    this.#form.onStatus(
      messages.uncheckedFields(new Intl.ListFormat(messages.language).format(names)),
    );
  }

  /** Lists all problems of data that are sent; the form is refused if there are any. */
  refuse(data: unknown): ShownProblems {
    const lines = this.#list(unescapeNames(data), true);
    this.#total = lines.length;
    this.#refused = toFields(lines);
    this.#keepLeft(lines);
    this.#shown = this.#refused;
    if (lines.length > 0) this.#form.onStatus('');
    return toShownProblems(this.#listed.begin(lines), lines);
  }

  async #judge(): Promise<readonly string[] | undefined> {
    const { checker } = this.#form;
    const data = this.#readData();
    const text = JSON.stringify(data);
    const places = await checker.judge(
      text === undefined ? undefined : JSON.parse(text),
      // The words of problems that are shown change as soon as an example is there.
      () => this.#plan(),
    );
    // If the person goes on typing while the form waits, the newer data are checked.
    return JSON.stringify(this.#readData()) === text ? places : this.#judge();
  }

  #readData(): unknown {
    return unescapeNames(this.#form.readForm()?.state.formData);
  }

  #toWorded(): WordedForm {
    const { schema, source, texts } = this.#form;
    const { checker } = this.#form;
    const fits = (part: unknown, value: unknown): boolean => checker.isPartValid(part, value);
    return { schema, source, fits, texts: texts?.problems, settings: this.#form.readSettings() };
  }

  /** Lists all problems of data; notices, such as of a file on its way, only when they are sent. */
  #list(data: unknown, isSent: boolean): readonly ProblemLine[] {
    const form = this.#toWorded();
    const { unreadable } = this.#form.readSettings();
    const unfinished = new Map([...unreadable].filter(([, { isNotice }]) => isSent || !isNotice));
    const held = writeUnfinished(form, unfinished, data).filter(({ pointer, element }) => {
      const isSeen = element?.matches('[hidden] *') === false;
      return unreadable.get(pointer)?.isNotice !== true || !isSeen;
    });
    return [...held, ...writeProblems(form, this.#form.checker.check(data), data)].toSorted(
      byPosition,
    );
  }

  #leave(target: EventTarget | null): void {
    const field = target instanceof Element ? target.closest(FIELD) : null;
    if (field === null) return;
    this.#visited.add(field);
    this.#plan();
  }

  #enter(target: EventTarget | null): void {
    const field = target instanceof Element ? target.closest(FIELD) : null;
    if (field !== null && !this.#shown.has(field)) this.#visited.delete(field);
  }

  #press(target: EventTarget | null): void {
    const control = target instanceof Element ? target.closest('button, input, label') : null;
    if (control !== null) this.#follow();
  }

  /** Checks again what is shown, such as after a file was stored that was not there yet. */
  readonly #follow = (): void => {
    if (this.#total > 0 || this.#isShowing) this.#plan();
  };

  /** Another alternative of a union mends nothing: what it lacks takes the place of what was left. */
  #choose(target: EventTarget | null): void {
    const control = target instanceof Element ? target.closest('.fw-alternatives') : null;
    const union = control?.parentElement?.closest(FIELD);
    if ([...this.#leftFields.values()].some((field) => field && union?.contains(field))) {
      this.#switched = union;
      this.#plan();
    }
  }

  /** Plans a check; while a button is pressed, nothing may move, so the check waits for its end. */
  #plan(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    if (!this.#isPressed) this.#start();
  }

  #release(): void {
    this.#isPressed = false;
    if (this.#isDue) this.#start();
  }

  #start(): void {
    // The field itself, and the click that moved the focus, come first.
    setTimeout(() => void this.#check());
  }

  async #check(): Promise<void> {
    if (this.#isPressed || !this.#isDue) return;
    this.#isDue = false;
    const { signal } = this.#ends;
    await this.#judge();
    const form = this.#form.readForm();
    if (signal.aborted || form === null) return;
    const lines = this.#list(this.#readData(), false);
    this.#followRedrawn(lines);
    const refused = lines.filter(({ element }) => this.#isRefused(element));
    this.#keepLeft(refused);
    const shown = lines.filter(
      (line) =>
        refused.includes(line) ||
        ((this.#total > 0 || !line.isMissing) && this.#wasLeft(line.element)),
    );
    this.#shown = toFields(shown);
    this.#isShowing = shown.length > 0;
    const { errors, errorSchema } = toShownProblems(this.#listed.follow(refused), shown);
    form.setState({
      errors,
      errorSchema,
      schemaValidationErrors: errors,
      schemaValidationErrorSchema: errorSchema,
    });
    if (this.#total === 0) return;
    const { language } = this.#form.readSettings().messages;
    const count = refused.length;
    this.#form.onProblems(refused.map(({ pointer }) => pointer));
    this.#form.onStatus(
      this.#form.texts?.problems.left(
        count,
        formatNumber(count, language),
        refused.every(({ isMissing }) => isMissing),
      ) ?? '',
    );
  }

  #keepLeft(lines: readonly ProblemLine[]): void {
    this.#leftFields.clear();
    for (const { pointer, element, isDrawn } of lines) {
      // The button of a folded row only stands for its field.
      const field = element?.matches('.fw-toggle') ? undefined : element?.closest(FIELD);
      this.#leftFields.set(pointer, isDrawn ? (field ?? undefined) : undefined);
    }
  }

  /** Follows values whose fields were drawn anew, as those of rows that fold or of another page. */
  #followRedrawn(lines: readonly ProblemLine[]): void {
    const pointers = new Set(lines.map(({ pointer }) => pointer));
    // The problem of a folded row with alternatives is that of a field within once the row is open.
    const opened = [...this.#leftFields].flatMap(([pointer, field]) =>
      field === undefined && !pointers.has(pointer) ? [`${pointer}/`] : [],
    );
    for (const { pointer, element } of lines) {
      const field = element?.closest(FIELD);
      const isRedrawn =
        this.#leftFields.has(pointer) && this.#leftFields.get(pointer)?.isConnected !== true;
      const isReplaced =
        this.#switched?.contains(field ?? null) || opened.some((row) => pointer.startsWith(row));
      if ((isRedrawn || isReplaced) && field) this.#refused.add(field);
    }
    this.#switched = undefined;
  }

  #isRefused(element: HTMLElement | undefined): boolean {
    if (this.#total === 0) return false;
    const field = element?.closest(FIELD);
    // A problem of a row or of the whole form has no field of its own.
    return field === null || field === undefined || this.#refused.has(field);
  }

  #wasLeft(element: HTMLElement | undefined): boolean {
    const field = element?.closest(FIELD) ?? undefined;
    return field !== undefined && this.#visited.has(field);
  }
}

function toFields(lines: readonly ProblemLine[]): WeakSet<Element> {
  const fields = lines.map(({ element }) => element?.closest(FIELD));
  return new WeakSet(fields.filter((field) => field !== null && field !== undefined));
}

function toShownProblems(
  listed: readonly ListedProblem[],
  shown: readonly ProblemLine[],
): ShownProblems {
  return {
    errors: listed.map((problem) => ({
      stack: problem.line,
      schemaPath: problem.pointer,
      params: problem,
    })),
    errorSchema: toErrorTree(shown) as ErrorSchema,
  };
}
