import { Component, type ReactNode } from 'react';

/**
 * Catches errors while its children are drawn and shows `fallback` instead, so that all other parts
 * of the page stay.
 */
export class ErrorBoundary extends Component<
  {
    readonly children: ReactNode;
    /** The elements that are shown if drawing the children fails. */
    readonly fallback: ReactNode;
  },
  { readonly hasFailed: boolean }
> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
