/** Something wrong, or doubtful, in a definition of a skill or an agent. */
export interface DefinitionIssue {
  /** Errors stop the agent from being defined; warnings are kept in `agent.warnings`. */
  readonly severity: 'error' | 'warning';
  /** Stable, for programs: `schema-invalid`, `name-duplicate`, ... */
  readonly code: string;
  /** Where: `skill "fight-comparison" input "fightComparison"`. */
  readonly where: string;
  /** JSON pointer within the schema or value; absent when the whole of `where` is meant. */
  readonly pointer?: string;
  /** "Cannot X as Y must be Z: current value is V". */
  readonly message: string;
}
