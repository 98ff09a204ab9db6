/** Words that only say what is done: "order" or "report" may be a thing as well. */
const VERBS =
  /^(?:add|analy[sz]e|book|build|calculate|cancel|compare|convert|create|delete|explain|extract|find|generate|get|import|make|parse|place|plan|predict|read|send|summari[sz]e|translate|update|validate|write) \S/iu;

/** True for the name of a skill that says what is done, such as "Plan a trip": a button needs no more. */
export function isTask(name: string): boolean {
  return name.length <= 40 && VERBS.test(name);
}
