import type { ReactNode } from 'react';
import type { Section } from '../form-schema/section.ts';
import type { ObjectFieldTemplateProps } from '../rjsf.ts';

/** The number of sections that are open at first. */
const OPEN = 1;

/**
 * Draws the fields of a long form under the headings of their sections, of which all but the first
 * are folded. Folded fields are part of the page, so that its search finds them.
 */
export function FoldedSections({
  sections,
  properties,
}: {
  readonly sections: readonly Section[];
  readonly properties: ObjectFieldTemplateProps['properties'];
}): ReactNode {
  const sectionNames = new Set(sections.flatMap(({ names }) => names));
  // The data may decide about further fields, which no section knows.
  const otherProperties = properties.filter(({ name }) => !sectionNames.has(name));
  return (
    <>
      {sections.map(({ label, names, isGroup }, position) => {
        const nameSet = new Set(names);
        const fields = (
          <div key={names[0]} className="fw-fields">
            {properties.filter(({ name }) => nameSet.has(name)).map(({ content }) => content)}
          </div>
        );
        // One field needs no heading beside its label.
        if (names.length === 1 && !isGroup) return fields;
        return (
          <details
            key={names[0]}
            className="fw-section"
            open={position < OPEN}
            data-fw-group={isGroup || undefined}
          >
            <summary>{label}</summary>
            {fields}
          </details>
        );
      })}
      {otherProperties.length > 0 && (
        <div className="fw-fields">{otherProperties.map(({ content }) => content)}</div>
      )}
    </>
  );
}

/** Opens all folded parts of a form around an element, so that it can get the focus. */
export function unfoldAround(element: Element | undefined): void {
  for (let at = element?.closest('details'); at; at = at.parentElement?.closest('details')) {
    at.open = true;
  }
}
