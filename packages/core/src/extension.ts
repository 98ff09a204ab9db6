/** URI of the object-schemas extension, version 1. */
export const OBJECT_SCHEMAS_EXTENSION_URI =
  'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1';

/** Description of the extension on the card, in the extension's own words. */
export const OBJECT_SCHEMAS_EXTENSION_DESCRIPTION =
  'Allow more deterministic invoking of tasks by providing JSON input corresponding to a provided schema';

/** Description of the extension on the card. */
export const FOLLOW_UP_FORMS_EXTENSION_DESCRIPTION =
  'Questions of a task carry the JSON Schema of their answer, so that a form can be shown';

/** URI of our follow-up forms extension, version 1. */
export const FOLLOW_UP_FORMS_EXTENSION_URI = 'urn:formwork:a2a-extension:follow-up-forms:v1';
