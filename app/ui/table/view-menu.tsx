// What a person sees of a table: which columns, and the searches and filters that they have saved under a name.
import { Columns3, Trash2 } from 'lucide-react';
import { use, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogForm } from '../form/dialog-form.tsx';
import { Field } from '../form/field.tsx';
import { Menu } from '../menu.tsx';
import { useLocation, useNavigate } from '../router.ts';
import { TableMemory } from './table-memory.ts';
import type { Column } from './table-view.ts';
import type { TableAddress } from './use-table-address.ts';

/** The keys of the hidden columns: those in the address, or else those that the person hid here before. */
export function useHiddenColumns(label: string, address: TableAddress) {
  const memory = use(TableMemory);
  const key = `columns ${label}`;
  const hidden = (address.read('hide') || (memory.read(key) ?? '')).split(' ').filter(Boolean);
  const toggle = (column: string) => {
    const next = hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
    memory.write(key, next.join(' ') || null);
    address.change({ hide: next.join(' ') });
  };
  return { hidden, toggle };
}

type ViewMenuProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  hidden: readonly string[];
  onToggle: (column: string) => void;
};

export function ViewMenu<Row>({ label, columns, hidden, onToggle }: ViewMenuProps<Row>) {
  const memory = use(TableMemory);
  const { search } = useLocation();
  const navigate = useNavigate();
  const views = memory.views.filter(({ list }) => list === label);
  const [name, setName] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = async (chosen: string) => {
    setSaving(true);
    if (await memory.saveView({ list: label, name: chosen.trim(), search })) setName(undefined);
    setSaving(false);
  };
  const others = columns.slice(1).filter(({ isActions, isFileOnly }) => !isActions && !isFileOnly);
  const shown = views.find((view) => view.search === search);
  return (
    <>
      <Menu
        trigger={
          <Button icon={Columns3} variant="secondary" aria-label={`Columns and views of ${label}`} className="px-3!" />
        }
        groups={[
          {
            title: 'Columns',
            items: others.map(({ key, title }) => ({
              ...{ key, label: title },
              isOn: !hidden.includes(key),
              onSelect: () => onToggle(key),
            })),
          },
          {
            title: 'Views',
            items: [
              ...views.map((view) => ({
                ...{ key: view.id, label: view.name },
                onSelect: () => void navigate({ search: view.search }),
              })),
              { label: 'Save this view', onSelect: () => setName('') },
              ...(shown
                ? [
                    {
                      label: `Delete "${shown.name}"`,
                      icon: Trash2,
                      onSelect: () => memory.deleteView(shown.id),
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
          title="Save this view"
          description="The search, filters and sorting as they are now, for you on every device."
        >
          <DialogForm
            cancel={() => setName(undefined)}
            verb="Save"
            running="Saving..."
            isRunning={isSaving}
            isReady={name.trim() !== ''}
            onSubmit={() => save(name)}
          >
            <Field label="Name" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}
