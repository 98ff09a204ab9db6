import { escapeName } from '../form-schema/escape-names.ts';
import { findFocused } from '../text/shadow-root.ts';
import { findRenderedFields } from './find-rendered-fields.ts';
import { unfoldAround } from './folded-sections.tsx';
import type { FormSettings } from './form-settings.ts';

/**
 * Turns pages of lists and opens cards until the field at a path of the data is drawn, and then
 * gives it the focus.
 */
export function revealField(
  path: readonly string[],
  settings: Pick<FormSettings, 'prefix' | 'revealing'>,
): void {
  const { revealing } = settings;
  const { element, depth } = findRenderedFields(settings, path);
  const isFolded = element?.matches('[aria-expanded=false], [hidden] *') === true;
  if (depth === path.length && !isFolded) {
    focus(element);
    return;
  }
  revealing.path = path.map(escapeName);
  for (const reveal of revealing.lists) reveal(revealing.path);
  // The field is drawn only after this function has ended.
  setTimeout(() => {
    revealing.path = [];
    focus(findRenderedFields(settings, path).element);
  });
}

function focus(element: HTMLElement | undefined): void {
  unfoldAround(element);
  element?.focus();
  // If the page shows only the panel with JSON, the panel gets the focus instead of the field.
  const panel = element?.closest('.fw-form')?.querySelector<HTMLElement>('[data-fw-json]');
  if (element !== undefined && findFocused() !== element) panel?.focus();
  findFocused()?.scrollIntoView({ block: 'center' });
}
