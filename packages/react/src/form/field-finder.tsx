import type { JsonSchema } from '@formwork/schema';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { formatNumber } from '../text/format-number.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { revealField } from '../theme/reveal-field.ts';
import { useLazyMessages } from '../theme/use-lazy-messages.ts';
import { findFields, listFields } from './list-fields.ts';

/** Draws the search over the fields of a long form; a match leads to its field. */
export function FieldFinder({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const settings = useFormSettings();
  const { messages } = settings;
  const lazyMessages = useLazyMessages();
  const [search, setSearch] = useState('');
  const id = useId();
  const fields = useMemo(() => listFields(schema, messages), [schema, messages]);
  const matches = findFields(fields, search, messages.language);
  if (lazyMessages === undefined) return <div className="fw-finder" />;

  function go(path: readonly string[] | undefined): void {
    if (path === undefined) return;
    setSearch('');
    revealField(path, settings);
  }

  return (
    <search className="fw-finder">
      <input
        type="search"
        className="fw-input"
        aria-label={lazyMessages.findField}
        placeholder={lazyMessages.findField}
        autoComplete="off"
        aria-controls={matches.length > 0 ? id : undefined}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Escape') setSearch('');
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          go(matches[0]?.path);
        }}
      />
      <span role="status" className="fw-note">
        {search.trim() === ''
          ? ''
          : matches.length === 0
            ? messages.noMatches
            : lazyMessages.fieldsFound(
                matches.length,
                formatNumber(matches.length, messages.language),
              )}
      </span>
      {matches.length > 0 && (
        <ul id={id}>
          {matches.map(({ path, labels }) => (
            <li key={path.join('\u0000')}>
              <button type="button" onClick={() => go(path)}>
                {labels.at(-1)}
                {labels.length > 1 && (
                  <span className="fw-note"> {labels.slice(0, -1).join(' › ')}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
