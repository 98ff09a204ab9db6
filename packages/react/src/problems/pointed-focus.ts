/**
 * Marks a form whose focus is put by a pointer, so that its text fields draw no ring: browsers draw
 * one around text fields however the focus came. Ends with the signal.
 */
export function markPointedFocus(frame: HTMLElement, signal: AbortSignal): void {
  const form = frame.closest('.fw-form');
  const page = frame.ownerDocument;
  const options = { signal, capture: true };
  page.addEventListener('pointerdown', () => form?.toggleAttribute(MARK, true), options);
  page.addEventListener(
    'keydown',
    ({ key }) => key === 'Tab' && form?.removeAttribute(MARK),
    options,
  );
}

const MARK = 'data-fw-pointed';
