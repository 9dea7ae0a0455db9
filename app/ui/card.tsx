import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

/** A card. The caller sets the padding, so that pictures can reach the edge. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={`rounded-lg border border-line bg-surface shadow-low [--list-bleed:0px] [--list-ground:transparent] [--list-top:auto] ${className}`}
      {...rest}
    />
  );
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

/** Before a sentence on how things are: its icon on a disc. */
export function FactIcon({ icon: Icon, className = '' }: { icon: LucideIcon; className?: string }) {
  return (
    <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken">
      <Icon aria-hidden className={`size-6 ${className}`} />
    </span>
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
