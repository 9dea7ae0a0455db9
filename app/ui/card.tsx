import { type ComponentProps, type ReactNode, useId } from 'react';

/** A card. The caller sets the padding, so that pictures can reach the edge. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div className={`rounded-lg border border-line bg-surface shadow-low ${className}`} {...rest} />;
}

/** A card that is a section with its heading. */
export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
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

/** A name and what it stands for, in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
