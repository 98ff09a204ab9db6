/** The largest number of different labels; all further steps share one. */
const MAX_LABELS = 200;

/** The label of steps that have no label of their own. */
const OTHER = 'other';

const labels = new Set<string>();

/**
 * Returns the label of a step in metrics. Keys of steps in a loop contain a number or an id, which
 * would make a label of every run, so those become `#`. A process has at most {@link MAX_LABELS}
 * labels.
 */
export function toStepLabel(key: string): string {
  const label = key.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d+/giu, '#').slice(0, 64);
  if (labels.has(label)) return label;
  if (labels.size >= MAX_LABELS) return OTHER;
  labels.add(label);
  return label;
}
