/** What the element tells the page around it. */
export type Tell = (name: ElementEvent, detail?: Readonly<Record<string, unknown>>) => void;

/** The names of the element's events, without `formwork-` before them. */
export type ElementEvent =
  | 'ready'
  | 'change'
  | 'submit'
  | 'question'
  | 'result'
  | 'error'
  | 'resize';
