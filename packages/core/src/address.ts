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
