import type { Widget } from '@rjsf/utils';

/**
 * Replaces the form library's search for a widget by name: every place has the same widget, which
 * decides by the schema how it is drawn.
 */
export default function getOnlyWidget(
  ...[, , widgets]: readonly [unknown, unknown, Readonly<Record<string, Widget>>?]
): Widget | undefined {
  return widgets?.['TextWidget'];
}
