import * as Radix from '@radix-ui/react-dropdown-menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One line of a menu. `onSelect` runs when it is chosen by pointer or keyboard. */
export type MenuItem = {
  /** Where two lines may read the same. */
  key?: string;
  label: string;
  /** A second, quieter line. */
  note?: string;
  icon?: LucideIcon;
  /** In the icon's place. */
  lead?: ReactNode;
  onSelect: () => void;
};

/** Lines that belong together, below a title if they have one. */
export type MenuGroup = { title?: string; items: readonly MenuItem[] };

type MenuProps = {
  /** What opens the menu; must be a single button that passes on its props. */
  trigger: ReactNode;
  /** Words above the items, e.g. who is signed in. */
  heading?: ReactNode;
  groups: readonly MenuGroup[];
  defaultOpen?: boolean;
};

function Line({ label, note, icon: Icon, lead, onSelect }: Omit<MenuItem, 'key'>) {
  return (
    <Radix.Item
      onSelect={onSelect}
      className="flex min-h-touch cursor-pointer items-center gap-3 rounded-md px-3 py-1 outline-none data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent-text"
    >
      {lead ?? (Icon && <Icon aria-hidden className="size-5 shrink-0" />)}
      <span className="min-w-0">
        <span className="block truncate">{label}</span>
        {note && <span className="block truncate text-ink-soft text-sm">{note}</span>}
      </span>
    </Radix.Item>
  );
}

/** A menu that opens from a button, with arrow keys and typing ahead. */
export function Menu({ trigger, heading, groups, defaultOpen }: MenuProps) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-50 flex max-h-(--radix-dropdown-menu-content-available-height) w-72 max-w-[calc(100vw-1.5rem)] animate-rise flex-col gap-1 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-mid"
        >
          {heading && <Radix.Label className="px-3 pt-1.5 pb-1">{heading}</Radix.Label>}
          {groups.map(({ title, items }, index) => (
            <Radix.Group
              key={title ?? index}
              className="flex flex-col gap-1 border-line border-t pt-1 first:border-t-0 first:pt-0"
            >
              {title && <Radix.Label className="px-3 pt-1 text-ink-soft text-sm">{title}</Radix.Label>}
              {items.map(({ key, ...item }) => (
                <Line key={key ?? item.label} {...item} />
              ))}
            </Radix.Group>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
