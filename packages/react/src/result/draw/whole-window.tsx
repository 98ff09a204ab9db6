import type { ReactNode } from 'react';

/** Draws a table or a picture in the whole window. */
export function WholeWindow(props: {
  readonly name: string;
  /** Called once the window is closed, by a button or by Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <dialog
      className="fw-whole"
      aria-label={props.name}
      ref={(dialog) => {
        if (dialog?.open === false) dialog.showModal();
      }}
      onClose={props.onClose}
    >
      {props.children}
    </dialog>
  );
}
