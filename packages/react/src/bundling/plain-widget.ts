import type { Widget } from '@rjsf/utils';

/**
 * Returns the one widget of forms, in place of the form library's search by name. The widget
 * decides by the schema which control it draws.
 */
export default function getOnlyWidget(
  ...[, , widgets]: readonly [unknown, unknown, Readonly<Record<string, Widget>>?]
): Widget | undefined {
  return widgets?.['TextWidget'];
}
