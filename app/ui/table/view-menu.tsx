// What a person sees of a table: which columns, and the searches, filters and columns that they have saved under a name.
import { t } from '@lingui/core/macro';
import { Bookmark, BookmarkCheck, Columns3, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import { Dialog } from '../dialog.tsx';
import { DialogForm } from '../form/dialog-form.tsx';
import { Field } from '../form/field.tsx';
import { Menu } from '../menu.tsx';
import { useLocation, useNavigate } from '../router.ts';
import { TableMemory } from './table-memory.ts';
import { ToolButton } from './table-tools.tsx';
import type { Column } from './table-view.ts';
import type { TableAddress } from './use-table-address.ts';

/** In the address, for a view that hides no column. */
const NONE = 'none';

/**
 * The keys of the hidden columns. A view has its own, in the address; without one they are those that the person hid on this device. So
 * what is hidden in a view stays there.
 */
export function useHiddenColumns(keptAs: string, address: TableAddress) {
  const memory = use(TableMemory);
  const key = `columns ${keptAs}`;
  const [own, setOwn] = useState(memory.read(key) ?? '');
  const ofView = address.read('hide');
  const hidden = (ofView || own).split(' ').filter((column) => column !== '' && column !== NONE);
  const toggle = (column: string) => {
    const next = (hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column]).join(' ');
    if (ofView) return address.change({ hide: next || NONE });
    memory.write(key, next || null);
    setOwn(next);
  };
  return { hidden, toggle };
}

type ColumnMenuProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  onToggle: (column: string) => void;
};

export function ColumnMenu<Row>({ label, columns, hidden, onToggle }: ColumnMenuProps<Row>) {
  const others = columns.slice(1).filter(({ isActions, isFileOnly }) => !isActions && !isFileOnly);
  return (
    <Menu
      trigger={<ToolButton icon={Columns3} label={t`Columns of ${label}`} />}
      groups={[
        {
          title: t`Columns`,
          items: others.map(({ key, title }) => ({
            ...{ key, label: title },
            isOn: !hidden.includes(key),
            onSelect: () => onToggle(key),
          })),
        },
      ]}
    />
  );
}

/** A view is a part of the page's address. */
type View = { name: string; search: string };

type ViewMenuProps = {
  label: string;
  keptAs: string;
  address: TableAddress;
  hidden: readonly string[];
  /** The keys of the filters. */
  filters: readonly string[];
};

/** 'Views', or the name of the one that is shown. */
const deleteWords = (view: string) => t`Delete "${view}"`;
const viewOf = (view: string, table: string) => t`${view} (view of ${table})`;

export function ViewMenu({ label, keptAs, address, hidden, filters }: ViewMenuProps) {
  const memory = use(TableMemory);
  const { search } = useLocation();
  const navigate = useNavigate();
  const key = `views ${keptAs}`;
  // Another tab may have saved some meanwhile.
  const read = (): readonly View[] => JSON.parse(memory.read(key) ?? '[]');
  const [views, setViews] = useState(read);
  const [name, setName] = useState<string>();
  const keep = (next: readonly View[]) => {
    memory.write(key, next.length > 0 ? JSON.stringify(next) : null);
    setViews(next);
  };
  const save = (chosen: string) => {
    const view = { name: chosen.trim(), search: address.searchWith({ hide: hidden.join(' ') || NONE }) };
    const others = read().filter((one) => one.name !== view.name);
    keep([...others, view].sort((a, b) => a.name.localeCompare(b.name)));
    setName(undefined);
    void navigate({ search: view.search }, { replace: true });
  };
  const shown = views.find((view) => sorted(view.search) === sorted(search));
  // A short list that nothing narrows needs no views.
  if (filters.length === 0 && views.length === 0) return null;
  const plain = Object.fromEntries(['search', 'sort', 'hide', ...filters].map((key) => [key, '']));
  return (
    <>
      <Menu
        trigger={
          <ToolButton
            icon={shown ? BookmarkCheck : Bookmark}
            label={shown ? viewOf(shown.name, label) : t`Views of ${label}`}
            className={shown ? 'bg-accent-soft' : ''}
          />
        }
        groups={[
          ...(views.length > 0
            ? [
                {
                  title: t`Views`,
                  items: [
                    { label: t`Default view`, onSelect: () => address.change(plain) },
                    ...views.map((view) => ({
                      ...{ key: `view ${view.name}`, label: view.name },
                      onSelect: () => void navigate({ search: view.search }),
                    })),
                  ],
                },
              ]
            : []),
          {
            items: [
              { label: t`Save this view`, onSelect: () => setName('') },
              ...(shown
                ? [
                    {
                      label: deleteWords(shown.name),
                      icon: Trash2,
                      onSelect: () => keep(read().filter(({ name: one }) => one !== shown.name)),
                    },
                  ]
                : []),
            ],
          },
        ]}
      />
      {name !== undefined && (
        <Dialog
          open
          onOpenChange={() => setName(undefined)}
          title={t`Save this view`}
          description={t`The search, filters, sorting and columns as they are now, for you on this device.`}
        >
          <DialogForm
            cancel={() => setName(undefined)}
            verb={t`Save`}
            running={t`Save`}
            isRunning={false}
            isReady={name.trim() !== ''}
            onSubmit={() => save(name)}
          >
            <Field label={t`Name`} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}

/** An address says the same in any order. */
function sorted(search: string): string {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
}
