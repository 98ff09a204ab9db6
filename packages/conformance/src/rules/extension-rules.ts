import { CARD, DOORS, HTTP, type RuleEntry } from './rule.ts';

/**
 * The rules of the object-schemas extension, version 1, that are checked:
 * https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1
 */
export const OBJECT_SCHEMAS_RULES: Readonly<Record<string, RuleEntry>> = {
  'schemas.declared': {
    level: 'MUST',
    section: '1',
    places: CARD,
    text: 'a card that uses named schemas declares the extension',
  },
  'schemas.mode-format': {
    level: 'SHOULD',
    section: '1',
    places: CARD,
    text: 'modes that name a schema read application/json;schema=NAME',
  },
  'schemas.mode-known': {
    level: 'MUST',
    section: '1',
    places: CARD,
    text: 'every schema that a mode names is in the card',
  },
  'schemas.json-schema': {
    level: 'MUST',
    section: '1',
    places: CARD,
    text: 'every schema of the card is a JSON Schema whose references lead somewhere',
  },
  'schemas.same': {
    level: 'SHOULD',
    section: '1',
    places: CARD,
    text: 'a schema that the card has twice, in "schemas" and in the params of the extension, is the same in both places',
  },
  'schemas.text-mode': {
    level: 'SHOULD',
    section: '1',
    places: CARD,
    text: 'text/plain is among the input modes of every skill with schemas',
  },
  'schemas.text': {
    level: 'SHOULD',
    section: '1',
    places: DOORS,
    text: 'a message of plain text is answered',
  },
  'schemas.valid-input': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'data that fits its schema starts a task',
  },
  'schemas.invalid-input': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'data that does not fit its schema is not used as the input of a task',
  },
  'schemas.invalid-told': {
    level: 'SHOULD',
    section: '3',
    places: DOORS,
    text: 'the answer to data that does not fit says that it is not valid',
  },
  'schemas.unknown-schema': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'data that names a schema which the card does not have is not used as the input of a task',
  },
  'schemas.unknown-told': {
    level: 'SHOULD',
    section: '3',
    places: DOORS,
    text: 'the answer to data of an unknown schema names that schema',
  },
  'schemas.first-part': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'of several parts that name a schema, the first counts',
  },
  'schemas.existing-task': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'data that names a schema is refused in a message to an existing task',
  },
  'schemas.existing-error': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'data of an unknown schema is refused in a message to an existing task',
  },
  'schemas.output-tagged': {
    level: 'SHOULD',
    section: '4',
    places: DOORS,
    text: 'data in the artifacts of a skill with output schemas names its schema',
  },
  'schemas.output-valid': {
    level: 'MUST',
    section: '4',
    places: DOORS,
    text: 'data in artifacts fits the schema that it names, and the card has that schema',
  },
};

/** The rules of the follow-up forms extension, version 1, that are checked. */
export const FOLLOW_UP_FORMS_RULES: Readonly<Record<string, RuleEntry>> = {
  'forms.declared': {
    level: 'MUST',
    section: '1',
    places: DOORS,
    text: 'an agent with schemas whose tasks ask questions with forms declares the extension',
  },
  'forms.not-required': {
    level: 'MUST',
    section: '1',
    places: CARD,
    text: 'the extension is not required',
  },
  'forms.params': {
    level: 'MUST',
    section: '1',
    places: CARD,
    text: 'textSkills, fileLimits and icons of the extension name skills of the card and have the right form',
  },
  'forms.question': {
    level: 'MUST',
    section: '2',
    places: DOORS,
    text: 'a question has a number, a key and a prompt',
  },
  'forms.schema': {
    level: 'MUST',
    section: '2',
    places: DOORS,
    text: 'a form has a self-contained JSON Schema with $schema',
  },
  'forms.text': {
    level: 'MUST',
    section: '2',
    places: DOORS,
    text: 'a question also has its prompt as text',
  },
  'forms.authorization': {
    level: 'MUST',
    section: '2',
    places: DOORS,
    text: 'a question has an authorization exactly if its state is auth-required, with an http or https URL',
  },
  'forms.other-question': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'an answer that names another question is refused',
  },
  'forms.invalid-answer': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'an answer that does not fit is not used, and the same question is asked again',
  },
  'forms.valid-answer': {
    level: 'MUST',
    section: '3',
    places: DOORS,
    text: 'an answer that fits continues the task',
  },
  'forms.repeated-message': {
    level: 'MUST',
    section: '4',
    places: DOORS,
    text: 'a message that is sent again answers with the task that it started',
  },
  'forms.echo': {
    level: 'SHOULD',
    section: '5',
    places: HTTP,
    text: 'an activated extension is named in the header A2A-Extensions of the answer',
  },
};
