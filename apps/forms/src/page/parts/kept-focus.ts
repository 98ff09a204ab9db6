/** The areas of a page: the nearest one around an element that is gone gets the focus. */
const AREAS = 'section, fieldset, form, aside, nav, main, dialog, [role=group], [tabindex]';

/** The element that has the focus, and all around it, from the inside. */
let path: readonly Element[] = [];

/** The place that has the focus for its heading, which is still loading. */
let waiting: Element | undefined;

let isKept = false;

/**
 * Keeps the focus in the page when the element that has it is removed, such as a button that goes
 * with its note: the nearest area around it that is still there gets it, so that Tab goes on from
 * there and not from the beginning. A place that has the focus before it has a heading passes it on
 * to its heading.
 */
export function keepFocus(): void {
  if (isKept) return;
  isKept = true;
  remember(document.activeElement);
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('focusout', () => queueMicrotask(forget));
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true });
}

function remember(target: EventTarget | null): void {
  const around: Element[] = [];
  let at = target instanceof Element ? target : null;
  for (; at !== null; at = at.parentElement) around.push(at);
  path = around;
  const isLoading = path[0]?.matches('main') === true && path[0].querySelector('h1') === null;
  waiting = isLoading ? path[0] : undefined;
}

/** Forgets an element that a person has left; browsers say the same of one that is removed. */
function forget(): void {
  if (isLost() && path[0]?.isConnected === true) path = [];
}

function restore(): void {
  waiting?.querySelector('h1')?.focus();
  if (!isLost() || path[0]?.isConnected !== false) return;
  const area = path.find((element) => element.isConnected)?.closest(AREAS);
  path = [];
  if (!(area instanceof HTMLElement)) return;
  if (!area.hasAttribute('tabindex')) area.tabIndex = -1;
  area.focus({ preventScroll: true });
}

function isLost(): boolean {
  return document.activeElement === document.body;
}
