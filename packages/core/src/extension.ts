/** The URI of version 1 of the object-schemas extension, by which agent cards declare it. */
export const OBJECT_SCHEMAS_EXTENSION_URI =
  'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1';

/** The description of the object-schemas extension on agent cards, in the extension's own words. */
export const OBJECT_SCHEMAS_EXTENSION_DESCRIPTION =
  'Allow more deterministic invoking of tasks by providing JSON input corresponding to a provided schema';

/** The description of the follow-up forms extension on agent cards. */
export const FOLLOW_UP_FORMS_EXTENSION_DESCRIPTION =
  'Questions of a task carry the JSON Schema of their answer, so that a form can be shown';

/**
 * The URI of version 1 of Formwork's follow-up forms extension, by which agent cards declare it.
 */
export const FOLLOW_UP_FORMS_EXTENSION_URI = 'urn:formwork:a2a-extension:follow-up-forms:v1';

/** The description of the people extension on agent cards. */
export const PEOPLE_EXTENSION_DESCRIPTION =
  'People who have signed in find their tasks, drafts and shared results here, on every device';

/** The URI of version 1 of Formwork's people extension, by which agent cards declare it. */
export const PEOPLE_EXTENSION_URI = 'urn:formwork:a2a-extension:people:v1';
