import * as Radix from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line of a menu. `onSelect` runs when it is chosen by pointer or keyboard. */
export type MenuItem = { label: string; icon?: LucideIcon; onSelect: () => void };

type MenuProps = {
  /** What opens the menu; must be a single button that passes on its props. */
  trigger: ReactNode;
  /** Words above the items, e.g. who is signed in. */
  heading?: ReactNode;
  items: readonly MenuItem[];
  defaultOpen?: boolean;
};

/** A menu that opens from a button, with arrow keys and typing ahead. */
export function Menu({ trigger, heading, items, defaultOpen }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-40 min-w-56 animate-rise rounded-lg border border-line bg-surface p-1.5 shadow-mid"
        >
          {heading && <Radix.Label className="border-line border-b px-3 pt-1.5 pb-2.5">{heading}</Radix.Label>}
          {items.map(({ label, icon: Icon, onSelect }) => (
            <Radix.Item
              key={label}
              onSelect={onSelect}
              className="mt-1 flex min-h-touch cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent-text"
            >
              {Icon && <Icon aria-hidden className="size-5" />}
              {label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
