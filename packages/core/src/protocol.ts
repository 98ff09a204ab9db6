// What both sides of a message know: a page that calls agents need not load the definitions of skills.
export { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from './extension.ts';
export { PEOPLE_EXTENSION_URI } from './extension.ts';
export { fromSchemaMode, parseMediaType, toSchemaMode } from './media-type/media-type.ts';
export { type Answerer, readAnswerer } from './read-answerer.ts';

const MAX_ADDRESS = 300;

/**
 * Returns true for the address of people, such as `role:approver` and `user:kim` (follow-up forms,
 * section 2.1).
 *
 * @example
 * isPeopleAddress('role:approver'); // true
 * isPeopleAddress('approver'); // false
 */
export function isPeopleAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= MAX_ADDRESS &&
    /^(?:user:[^\0]+|role:[\w.-]+)$/u.test(value)
  );
}
