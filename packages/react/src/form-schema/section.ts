/** A section of a long form: one group, one list, or consecutive fields between them. */
export interface Section {
  readonly label: string;
  /** The names of the properties in the section; the section's link leads to the first of them. */
  readonly names: readonly string[];
  /** True for a section that is one group or list, whose heading is the section's. */
  readonly isGroup: boolean;
}
