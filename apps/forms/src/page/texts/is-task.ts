/**
 * Matches the verbs with which the name of a skill may begin. Words such as "order" and "report"
 * are left out, because they may be nouns; before an article, any word is a verb.
 */
const VERBS =
  /^(?:add|analy[sz]e|approve|book|build|calculate|cancel|compare|convert|create|delete|explain|extract|find|generate|get|import|make|parse|place|plan|predict|read|send|summari[sz]e|translate|update|validate|write|\w+ (?:an?|all|my|the|your)) \S/iu;

/**
 * True if the name of a skill begins with a verb, such as "Plan a trip", so that its button can
 * have the name as its label.
 */
export function isTask(name: string): boolean {
  return name.length <= 40 && VERBS.test(name);
}
