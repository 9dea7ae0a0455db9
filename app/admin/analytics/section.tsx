import type { ReactNode } from 'react';

/** A part of an analytics page under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="font-semibold text-xl">{title}</h2>
      {children}
    </section>
  );
}
