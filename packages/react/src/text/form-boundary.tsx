import { Component, type ReactNode } from 'react';

interface FormBoundaryProps {
  readonly children: ReactNode;
  /** The replacement if drawing fails. */
  readonly fallback: ReactNode;
}

/** Keeps what fails while a form is drawn from taking the page down. */
export class FormBoundary extends Component<FormBoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
