import { parsePointer } from '@formwork/schema/internal';
import { createElement, type ReactNode } from 'react';
import { revealPlace } from '../form/reveal-place.ts';
import type { ErrorListProps } from '../rjsf.ts';
import { useFormSettings } from './form-settings.ts';

/** What is wrong, above the form: each line leads to its field. It takes the focus. */
export function ErrorSummary({ errors }: ErrorListProps): ReactNode {
  const settings = useFormSettings();
  return (
    <div className="fw-summary" tabIndex={-1} data-fw-summary="">
      <div role="alert">
        {createElement(`h${settings.headingLevel}`, {}, settings.messages.errorHeading)}
        <ul>
          {errors.map(({ stack, property = '', schemaPath = '' }) => (
            <li key={`${schemaPath} ${stack}`}>
              <a
                href={`#${property}`}
                onClick={(event) => {
                  event.preventDefault();
                  revealPlace(parsePointer(schemaPath), settings);
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
