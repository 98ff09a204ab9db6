import type { ReactNode } from 'react';
import { toControlKind } from '../form-schema/control-kind.ts';
import type { WidgetProps } from '../rjsf.ts';
import { describeWidget } from './describe-widget.ts';
import { useFormSettings } from './form-settings.ts';
import { KeptText } from './stored-text.tsx';
import { toEmpty } from './to-empty.ts';
import { toLabel } from './to-label.ts';

/** Shows the beginning of a value that is too long for a control. */
export function LongValue(props: WidgetProps & { readonly value: string }): ReactNode {
  const { schema, value, onChange, disabled, readonly } = props;
  const { label: _label, ...described } = describeWidget(props);
  const isFixed = disabled === true || readonly === true;
  const remove = (): void => onChange(toEmpty(schema));
  const label = toLabel({ fallback: props.label, schema, path: [] }, useFormSettings().messages);
  return (
    <KeptText
      {...described}
      text={toControlKind(schema) === 'secret' ? '' : value}
      label={label}
      onRemove={isFixed ? undefined : remove}
    />
  );
}
