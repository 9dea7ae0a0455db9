import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

/** In place of a part of a page that could not be read. */
export const NotRead = ({ refetch, children }: { refetch: () => void; children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-2 px-5 pb-4 text-ink-soft">
    {children}
    <Button variant="quiet" onClick={refetch}>
      Try again
    </Button>
  </p>
);
