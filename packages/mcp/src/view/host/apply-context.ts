import type { HostContext } from './host-state.ts';

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Makes the page look like the host: light or dark, its variables, the rims it covers. */
export function applyContext({ theme, variables, insets }: HostContext, page: Document): void {
  const { style } = page.documentElement;
  style.colorScheme = theme ?? 'light dark';
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
  for (const side of SIDES) style.setProperty(`--view-inset-${side}`, `${insets[side]}px`);
}
