import { useEffect, useRef, type ReactNode } from 'react';

/** Focuses the outcome of a task, the first of these that is there; else how it ended. */
const OUTCOMES = ['.fw-result', '.fw-task-end', '.fw-task-status'];

/** Elements that have the focus for a reason: somebody types there, or is about to use them. */
const IN_USE = 'a, button, input, textarea, select, summary, [contenteditable], [tabindex="0"]';

/** A task that ended less than so many milliseconds ago may have ended before it was drawn. */
const JUST = 2000;

interface OutcomeFocusProps {
  /** True if the task was drawn before it had ended. */
  readonly isWatched: boolean;
  /** When it ended, in milliseconds since 1970. */
  readonly restedAt: number | undefined;
}

/**
 * Gives the focus to what came of the task around it, as what had it (a form, a button) is gone.
 * Stands behind what it leads to.
 */
export function OutcomeFocus({ isWatched, restedAt = 0 }: OutcomeFocusProps): ReactNode {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const task = mark.current?.closest('.fw-task');
    const isNew = isWatched || Date.now() - restedAt < JUST;
    if (!isNew || !(task instanceof HTMLElement) || !isFree(task)) return;
    const outcome = OUTCOMES.map((name) => task.querySelector<HTMLElement>(name)).find(
      (element) => element !== null,
    );
    if (outcome === undefined || outcome === null) return;
    // What stands in it may have asked for the focus itself.
    if (outcome.contains(document.activeElement)) return;
    outcome.tabIndex = -1;
    outcome.focus();
  }, [isWatched, restedAt]);
  return <span ref={mark} hidden />;
}

function isFree(task: HTMLElement): boolean {
  // What is in the frame of another page takes no focus from it.
  if (window.parent !== window && !document.hasFocus()) return false;
  const { activeElement } = document;
  if (activeElement === null || task.contains(activeElement)) return true;
  return !activeElement.matches(IN_USE);
}
