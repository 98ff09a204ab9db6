/**
 * Stands in for what would take data out of a form that its schema does not know. Forms keep all
 * data, and the agent judges them. The paths of such data nobody asks for.
 */
export default function keepData(...[, , , data]: readonly unknown[]): unknown {
  return data;
}

/** All data are used. */
export function getUsedFormData(data: unknown): unknown {
  return data;
}

/** Nobody asks for names of fields. */
export function getFieldNames(): readonly never[] {
  return [];
}

/** Nobody takes empty values away. */
export function isValueEmpty(): boolean {
  return false;
}
