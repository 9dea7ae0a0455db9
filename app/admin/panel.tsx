import { type ReactNode, useId } from 'react';
import { Card } from '../ui/card.tsx';

type PanelProps = { title: string; children: ReactNode; className?: string };

/** One part of a page: a surface with its own heading. */
export function Panel({ title, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Card className="flex flex-col gap-4 p-5 md:p-6">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
