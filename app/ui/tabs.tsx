import * as Radix from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { direction } from './direction.ts';
import { useSearchParams } from './router.ts';

type TabsProps = {
  label: string;
  /** Only the open tab is rendered. */
  tabs: readonly { key: string; title: ReactNode; content: ReactNode }[];
  /** The key of the tab that is open by default; the first tab without it. */
  initial?: string;
};

/** Tabs; the open one is in the address as `tab`. */
export function Tabs({ label, tabs, initial = tabs[0]?.key ?? '' }: TabsProps) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const open = tabs.find(({ key }) => key === asked)?.key ?? initial;
  // Drops the search and page of the other tab.
  const choose = (key: string) => setParams(key === initial ? {} : { tab: key }, { replace: true });
  const list = useRef<HTMLDivElement>(null);
  // On a phone the row of tabs is wider than the screen. scrollIntoView would also move the start of keyboard navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is open
  useEffect(() => {
    const row = list.current;
    const show = () => {
      const tab = row?.querySelector<HTMLElement>('[data-state=active]');
      if (!row || !tab) return;
      const { offsetLeft, offsetWidth } = tab;
      // Where one reads from the right, the row is scrolled by less than nothing, as the places in it are.
      row.scrollLeft = Math.min(offsetLeft, Math.max(row.scrollLeft, offsetLeft + offsetWidth - row.clientWidth));
    };
    // At once, and again when a title grows, such as by its count.
    const observer = new ResizeObserver(show);
    for (const tab of row?.children ?? []) observer.observe(tab);
    return () => observer.disconnect();
  }, [open]);
  return (
    <Radix.Root dir={direction()} value={open} onValueChange={choose} className="flex flex-col gap-6">
      {/* `relative`, as visually hidden text inside would widen the page otherwise. */}
      <Radix.List ref={list} aria-label={label} className="relative flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ key, title }) => (
          <Radix.Trigger
            key={key}
            value={key}
            // The scrolling row would clip an outline around the tab.
            className="-mb-px -outline-offset-4 inline-flex min-h-touch shrink-0 items-center gap-2 border-transparent border-b-3 px-4 font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent-text"
          >
            {title}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ key, content }) => (
        <Radix.Content key={key} value={key} className="outline-offset-4">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
