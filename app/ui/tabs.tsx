import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { useSearchParams } from '../router.ts';

type TabsProps = {
  label: string;
  /** Only the open one is drawn. The first is open unless the address names another. */
  tabs: readonly { key: string; title: ReactNode; content: ReactNode }[];
};

/** Tabs whose choice lives in the address as `tab`. */
export function Tabs({ label, tabs }: TabsProps) {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const first = tabs[0]?.key ?? '';
  const open = tabs.find(({ key }) => key === asked)?.key ?? first;
  // Another tab's search and page mean nothing here.
  const choose = (key: string) => setParams(key === first ? {} : { tab: key }, { replace: true });
  return (
    <Radix.Root value={open} onValueChange={choose} className="flex flex-col gap-6">
      <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ key, title }) => (
          <Radix.Trigger
            key={key}
            value={key}
            className="-mb-px inline-flex min-h-touch shrink-0 items-center gap-2 border-transparent border-b-3 px-4 font-medium text-ink-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:text-accent-text"
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
