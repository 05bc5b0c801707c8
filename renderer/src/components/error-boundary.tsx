import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** What is left when the window itself has a defect: what happened, to be copied, and a way back. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const details = error.stack ?? error.message;
    return (
      <main role="alert" className="flex h-full items-center justify-center overflow-y-auto p-8">
        <div className="w-full max-w-xl space-y-4">
          <h1 className="text-lg font-semibold">The window has a defect</h1>
          <p className="text-ink-2">
            Your agents go on working and nothing that was queued is lost. Load the window again; if
            it comes back, please report the text below.
          </p>
          <pre className="max-h-72 overflow-auto rounded-md bg-sunk p-3 font-mono text-xs whitespace-pre-wrap">
            {details}
          </pre>
          <div className="flex gap-2">
            <Button look="primary" onClick={() => window.location.reload()}>
              Load again
            </Button>
            <CopyButton text={details} label="Copy the error" />
          </div>
        </div>
      </main>
    );
  }
}
