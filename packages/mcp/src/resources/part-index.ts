/** In the place of a file's index: the data of a task, and the text. */
export const OUTPUT_PART = -1;
export const TEXT_PART = -2;
