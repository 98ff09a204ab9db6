import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/**
 * Draws an input for a date or a time, whose parts a person fills in one after another. React would
 * write each value into the attribute `value` as well, and then WebKit forgets the digits of the
 * part that is being typed: of the year 2027 only the 7 would stay.
 */
export function TimeInput({
  value,
  ...props
}: ComponentProps<'input'> & { readonly value: string }): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [first] = useState(value);
  useLayoutEffect(() => {
    if (input.current !== null && input.current.value !== value) input.current.value = value;
  });
  return <input {...props} ref={input} defaultValue={first} />;
}
