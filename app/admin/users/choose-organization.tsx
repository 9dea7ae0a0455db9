import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { activeOptions, useOrganizations } from '../use-organizations.ts';
import { adminTexts, adminToasts } from '../words.ts';
import type { Target } from './use-assign.ts';

type ChooseOrganizationProps = {
  /** Whether somebody has an organization to be taken out of. */
  canRemove: boolean;
  isRunning: boolean;
  onTarget: (target: Target) => void;
  /** Only after an organization, or none, was chosen. */
  onSubmit: () => void;
  onClose: () => void;
};

const NONE = 'none';

export function ChooseOrganization({ canRemove, isRunning, onTarget, onSubmit, onClose }: ChooseOrganizationProps) {
  const toast = useToast();
  const [choice, setChoice] = useState('');
  const { data, trouble, again } = useOrganizations();
  if (trouble) return <TroubleView title={adminTexts.failedOrganizations} trouble={trouble} again={again} />;
  if (!data) return <Skeleton className="h-35" />;
  const choose = (next: string) => {
    setChoice(next);
    onTarget(data.find(({ id }) => id === next) ?? null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (choice === '') toast(adminToasts.noOrganizationSelected);
    else onSubmit();
  };
  const options = [
    ['', 'Select an organization'] as const,
    ...activeOptions(data),
    ...(canRemove ? [[NONE, 'None: remove from organization'] as const] : []),
  ];
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Choice label="Organization" labelled="above" value={choice} options={options} onChange={choose} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={isRunning}>
          {isRunning ? 'Assigning...' : choice === NONE ? 'Remove' : 'Assign'}
        </Button>
      </div>
    </form>
  );
}
