import { useEffect, useRef, type ReactNode } from 'react';
import { findFocused } from '../text/shadow-root.ts';

/**
 * Selectors of the elements that may get the focus when a task ends; the first one that exists gets
 * it.
 */
const OUTCOMES = ['.fw-result', '.fw-task-end', '.fw-task-status'];

/**
 * The selector of elements that keep the focus, because the person types in them or is about to
 * press them.
 */
const IN_USE = 'a, button, input, textarea, select, summary, [contenteditable], [tabindex="0"]';

/** Milliseconds for which a task counts as just ended, even if it ended before it was drawn. */
const JUST = 2000;

/**
 * Moves the focus to the outcome of a task if the focused form or button has disappeared. It must
 * be drawn after the outcome.
 */
export function OutcomeFocus({
  isWatched,
  restedAt = 0,
}: {
  /** True if the task was drawn before it ended. */
  readonly isWatched: boolean;
  /** The time when the task ended, in milliseconds since 1970; absent while it goes on. */
  readonly restedAt: number | undefined;
}): ReactNode {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const task = mark.current?.closest('.fw-task');
    const isNew = isWatched || Date.now() - restedAt < JUST;
    if (!isNew || !(task instanceof HTMLElement) || !isFree(task)) return;
    const outcome = OUTCOMES.map((name) => task.querySelector<HTMLElement>(name)).find(
      (element) => element !== null,
    );
    if (outcome === undefined || outcome === null) return;
    // An element within the outcome may have taken the focus already.
    if (outcome.contains(findFocused())) return;
    outcome.tabIndex = -1;
    outcome.focus();
  }, [isWatched, restedAt]);
  return <span ref={mark} hidden />;
}

function isFree(task: HTMLElement): boolean {
  // If this page is a frame within another page, it does not take the focus from that page.
  if (window.parent !== window && !document.hasFocus()) return false;
  const activeElement = findFocused();
  if (activeElement === null || task.contains(activeElement)) return true;
  return !activeElement.matches(IN_USE);
}
