/**
 * Matches verbs that begin the name of a skill. Words such as "order" and "report" are left out,
 * because they may be things as well.
 */
const VERBS =
  /^(?:add|analy[sz]e|book|build|calculate|cancel|compare|convert|create|delete|explain|extract|find|generate|get|import|make|parse|place|plan|predict|read|send|summari[sz]e|translate|update|validate|write) \S/iu;

/**
 * True for the name of a skill that says what it does, such as "Plan a trip": its button needs no
 * other label.
 */
export function isTask(name: string): boolean {
  return name.length <= 40 && VERBS.test(name);
}
