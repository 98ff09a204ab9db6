import { byPosition, type ProblemLine } from './problem-lines.ts';

/** A problem in the list above a form, which keeps its place when it is mended. */
export interface ListedProblem extends ProblemLine {
  readonly isMended: boolean;
}

/**
 * The problems for which a form was refused, until it is sent again: what is mended stays in the
 * list, so that people see what they have done and nothing moves below them.
 */
export class ListedProblems {
  #lines: readonly ListedProblem[] = [];

  /** Begins the list anew, with the problems of a form that was sent. */
  begin(lines: readonly ProblemLine[]): readonly ListedProblem[] {
    this.#lines = [];
    return this.follow(lines);
  }

  /** Takes what was mended out of the list, such as because its words are in another language. */
  forgetMended(): void {
    this.#lines = this.#lines.filter(({ isMended }) => !isMended);
  }

  /**
   * Marks what is no longer among the problems that are left. A problem whose field is gone with its
   * row, or with another alternative, was not mended, and leaves the list.
   */
  follow(left: readonly ProblemLine[]): readonly ListedProblem[] {
    const pointers = new Set(left.map(({ pointer }) => pointer));
    const mended = this.#lines.filter(
      ({ pointer, isDrawn, element }) =>
        !pointers.has(pointer) && isDrawn && element?.isConnected === true,
    );
    this.#lines = [
      ...left.map((line) => ({ ...line, isMended: false })),
      ...mended.map((line) => ({ ...line, isMended: true })),
    ].toSorted(byPosition);
    return this.#lines;
  }
}
