/**
 * Sends the form when its keys are pressed in no field, such as at the heading of a form that an
 * example has filled in: elsewhere the keys belong to what has the focus.
 */
export function sendByKeys(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, target, defaultPrevented } = event;
  if (key !== 'Enter' || !(ctrlKey || metaKey) || defaultPrevented) return;
  if (!(target instanceof Element && target.matches('body, [tabindex="-1"]'))) return;
  if (document.querySelector(':modal') !== null) return;
  document
    .querySelector<HTMLElement>('.form-card [type=submit], .form-card > .main-button')
    ?.click();
}
