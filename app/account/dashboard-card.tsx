import { type ReactNode, useId } from 'react';
import { Card } from '../ui/card.tsx';

/** One box of the dashboard with its heading. */
export function DashboardCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card className="p-5">
      <section aria-labelledby={id} className="flex flex-col gap-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
      </section>
    </Card>
  );
}
