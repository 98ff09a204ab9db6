import type { ReactNode } from 'react';
import type { ErrorListProps } from '../rjsf.ts';
import { useFormSettings } from './form-settings.ts';

/** What is wrong, above the form: each line leads to its field. It takes the focus. */
export function ErrorSummary({ errors }: ErrorListProps): ReactNode {
  const { messages } = useFormSettings();
  return (
    <div className="fw-summary" tabIndex={-1} data-fw-summary="">
      <div role="alert">
        <h3>{messages.errorHeading}</h3>
        <ul>
          {errors.map(({ stack, property = '' }) => (
            <li key={`${property} ${stack}`}>
              <a
                href={`#${property}`}
                onClick={(event) => {
                  const target = document.getElementById(property);
                  if (target === null) return;
                  event.preventDefault();
                  target.focus();
                  target.scrollIntoView({ block: 'center' });
                }}
              >
                {stack}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
