import * as Radix from '@radix-ui/react-dropdown-menu';
import { Check, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { direction } from './direction.ts';
import { leaveEscapeToFocus, takesEscape } from './escape.ts';

/** A menu item. `onSelect` runs when it is chosen by pointer or keyboard. */
export type MenuItem = {
  /** Needed when two items may have the same label. */
  key?: string;
  label: string;
  /** A second line below the label. */
  note?: string;
  icon?: LucideIcon;
  /** Shown in place of the icon. */
  lead?: ReactNode;
  /** Makes it a checkbox, and leaves the menu open. */
  isOn?: boolean;
  isDangerous?: boolean;
  onSelect: () => void;
};

export type MenuGroup = { title?: string; items: readonly MenuItem[] };

/** A radio group with a title; the menu stays open, so that the effect is visible. */
export type MenuChoice = {
  title: string;
  value: string;
  options: readonly { value: string; label: string; icon: LucideIcon }[];
  onChoose: (value: string) => void;
};

type MenuProps = {
  /** The button that opens the menu; must forward its props. */
  trigger: ReactNode;
  /** Content above the items, such as the user's name. */
  heading?: ReactNode;
  groups: readonly MenuGroup[];
  /** Shown before the last group. */
  choice?: MenuChoice;
  defaultOpen?: boolean;
};

const LINE =
  'flex min-h-touch cursor-pointer items-center gap-3 rounded-md px-3 py-1 outline-none data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent-text';

function Line({ label, note, icon: Icon, lead, isOn, isDangerous, onSelect }: Omit<MenuItem, 'key'>) {
  if (isOn !== undefined) {
    return (
      <Radix.CheckboxItem
        checked={isOn}
        onCheckedChange={onSelect}
        onSelect={(event) => event.preventDefault()}
        className={LINE}
      >
        <Check aria-hidden className={`size-5 shrink-0 ${isOn ? '' : 'invisible'}`} />
        {label}
      </Radix.CheckboxItem>
    );
  }
  return (
    <Radix.Item onSelect={onSelect} className={`${LINE} ${isDangerous ? 'text-danger-text' : ''}`}>
      {lead ?? (Icon && <Icon aria-hidden className="size-5 shrink-0" />)}
      <span className="wrap-anywhere min-w-0">
        <span className="block">{label}</span>
        {note && <span className="block text-ink-soft text-sm">{note}</span>}
      </span>
    </Radix.Item>
  );
}

const GROUP = 'border-line border-t pt-1 first:border-t-0 first:pt-0';
const GROUP_TITLE = 'px-3 pt-1 text-ink-soft text-sm';

function Choice({ title, value, options, onChoose }: MenuChoice) {
  const id = useId();
  return (
    <Radix.RadioGroup value={value} onValueChange={onChoose} aria-labelledby={id} className={GROUP}>
      <Radix.Label id={id} className={GROUP_TITLE}>
        {title}
      </Radix.Label>
      <div className="grid grid-cols-2 gap-1 pt-1">
        {options.map(({ value, label, icon: Icon }) => (
          <Radix.RadioItem
            key={value}
            value={value}
            onSelect={(event) => event.preventDefault()}
            className="flex min-h-touch cursor-pointer items-center gap-2 rounded-md border-2 border-transparent px-3 outline-none data-[state=checked]:border-accent data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent-text"
          >
            <Icon aria-hidden className="size-5 shrink-0" />
            {label}
          </Radix.RadioItem>
        ))}
      </div>
    </Radix.RadioGroup>
  );
}

function Group({ title, items }: MenuGroup) {
  const id = useId();
  return (
    <Radix.Group aria-labelledby={title && id} className={`flex flex-col gap-1 ${GROUP}`}>
      {title && (
        <Radix.Label id={id} className={GROUP_TITLE}>
          {title}
        </Radix.Label>
      )}
      {items.map(({ key, ...item }) => (
        <Line key={key ?? item.label} {...item} />
      ))}
    </Radix.Group>
  );
}

/** A menu button, with arrow keys and type-ahead. */
export function Menu({ trigger, heading, groups, choice, defaultOpen = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(defaultOpen);
  return (
    <Radix.Root dir={direction()} modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* No portal: the menu stays in its trigger's landmark and reading order. */}
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={12}
        onEscapeKeyDown={leaveEscapeToFocus}
        onKeyDown={(event) => takesEscape(event) && setIsOpen(false)}
        className="z-50 w-72 max-w-[calc(100vw-1.5rem)]"
      >
        {/* Animated here: with an exit animation, Radix would reuse a menu that is reopened meanwhile, without moving the focus to it. */}
        <div className="flex max-h-(--radix-dropdown-menu-content-available-height) animate-rise flex-col gap-1 overflow-y-auto rounded-lg border border-line bg-surface p-1.5 shadow-mid">
          {heading && <Radix.Label className="px-3 pt-1.5 pb-1">{heading}</Radix.Label>}
          {groups.slice(0, -1).map((group, index) => (
            <Group key={group.title ?? index} {...group} />
          ))}
          {choice && <Choice {...choice} />}
          {groups.slice(-1).map((group) => (
            <Group key="last" {...group} />
          ))}
        </div>
      </Radix.Content>
    </Radix.Root>
  );
}
