import type { WidgetProps } from '../rjsf.ts';
import { toElementId, toPartIds } from './element-ids.ts';
import { isSensitive } from './is-sensitive.ts';

/**
 * Makes the id and the ARIA attributes of a control; `extra` are the ids of further elements that
 * describe it.
 */
export function describeWidget(
  { id: fieldId, schema, name, registry, rawErrors = [] }: WidgetProps,
  ...extra: readonly string[]
): {
  readonly id: string;
  readonly label: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
} {
  const id = toElementId(fieldId);
  const ids = toPartIds(id);
  const described = [
    ...extra,
    ...(registry.formContext['origin'] !== undefined &&
    isSensitive(schema, name.replace(/-\d+$/u, ''))
      ? [ids.warning]
      : []),
    ...(typeof schema.description === 'string' && schema.description !== ''
      ? [ids.description]
      : []),
    ...(rawErrors.length > 0 ? [ids.error] : []),
  ];
  return {
    id,
    label: ids.label,
    'aria-invalid': rawErrors.length > 0 || undefined,
    'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
  };
}
