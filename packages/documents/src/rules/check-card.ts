import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';
import { didYouMean } from '@formwork/schema/internal';
import { appendPointer } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import { checkCardSchemas } from './check-card-schemas.ts';
import { checkUnique } from './check-unique.ts';
import { listMember, listMembers, toRecord, type Placed } from './read-parts.ts';

/** What no schema can say of a card of A2A: ids, and names that have to be those of something. */
export function checkCard(card: Placed): readonly Problem[] {
  const declarations = listMember(card, 'capabilities')
    .flatMap((capabilities) => listMembers(capabilities, 'extensions'))
    .filter(({ value }) => value['uri'] === OBJECT_SCHEMAS_EXTENSION_URI);
  return [
    ...checkUnique(listMembers(card, 'skills'), 'id'),
    ...checkCardSchemas(card, declarations),
    ...checkSecurity(card),
  ];
}

/** Requirements name schemes of the card; 1.0 keeps the names one level deeper than 0.3. */
function checkSecurity(card: Placed): readonly Problem[] {
  const known = Object.keys(toRecord(card.value['securitySchemes']));
  const places = [card, ...listMembers(card, 'skills')];
  const requirements = places.flatMap((place) => [
    ...listMembers(place, 'security').flatMap(toNamed),
    ...listMembers(place, 'securityRequirements').flatMap(toNamed),
  ]);
  return requirements.flatMap(({ pointer, value }) =>
    Object.keys(value)
      .filter((name) => !known.includes(name))
      .map((name): Problem => {
        const near = didYouMean(name, known);
        return {
          pointer: appendPointer(pointer, name),
          keyword: 'security-scheme',
          expected: 'a name in securitySchemes',
          message: `must be a scheme of the card but ${previewJson(name)} is none`,
          ...(near !== undefined && { suggestion: `did you mean ${previewJson(near)}?` }),
        };
      }),
  );
}

function toNamed(requirement: Placed): readonly Placed[] {
  return isRecord(requirement.value['schemes'])
    ? listMember(requirement, 'schemes')
    : [requirement];
}
