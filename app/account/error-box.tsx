import type { ReactNode } from 'react';

/** The red box titled 'Error' of the sign-in screens. */
export function ErrorBox({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft px-4 py-3 text-danger-text">
      <p className="font-semibold">Error</p>
      <p>{children}</p>
    </div>
  );
}
