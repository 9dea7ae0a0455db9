// What can be done with the selected rows of a table.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { Button, IconButton } from '../button.tsx';
import { Menu } from '../menu.tsx';
import { useMediaQuery } from '../use-media-query.ts';

export type SelectionAct = { label: string; onSelect: () => void };

type SelectionActsProps = { acts: readonly SelectionAct[]; dangerous: SelectionAct | undefined };

/** The acts as buttons in one line, and the dangerous one apart; where there is no room the first alone, and a menu. */
export function SelectionActs({ acts, dangerous }: SelectionActsProps) {
  const isNarrow = useMediaQuery('(width < 64rem)');
  const isPhone = useMediaQuery('(width < 40rem)');
  const shown = isNarrow ? acts.slice(0, 1) : acts;
  const rest = isNarrow ? acts.slice(1) : [];
  const groups = [
    ...(rest.length > 0 ? [{ items: rest }] : []),
    ...(dangerous ? [{ items: [{ ...dangerous, isDangerous: true }] }] : []),
  ];
  return (
    <>
      {shown.map(({ label, onSelect }) => (
        <Button key={label} variant="secondary" onClick={onSelect}>
          {label}
        </Button>
      ))}
      {groups.length > 0 && (
        <Menu
          groups={groups}
          trigger={
            isPhone ? (
              <IconButton icon={Ellipsis} aria-label={t`More`} />
            ) : (
              <Button icon={Ellipsis} variant="quiet">
                <Trans>More</Trans>
              </Button>
            )
          }
        />
      )}
    </>
  );
}
