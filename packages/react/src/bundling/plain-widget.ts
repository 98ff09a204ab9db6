import type { Widget } from '@rjsf/utils';

/** Stands in for what finds a widget by its name: forms have one, which decides by the schema. */
export default function getOnlyWidget(
  ...[, , widgets]: readonly [unknown, unknown, Readonly<Record<string, Widget>>?]
): Widget | undefined {
  return widgets?.['TextWidget'];
}
