/**
 * Returns what an element's ids and focus belong to: its shadow root if it is drawn in one, else the
 * document.
 */
export function findRoot(element: Element | null | undefined): Document | ShadowRoot {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot ? root : document;
}

/**
 * Returns the element that has the focus, also within shadow roots, where the document only names
 * the element around them.
 */
export function findFocused(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}
