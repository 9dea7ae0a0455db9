import { Download } from 'lucide-react';
import type { AdminQuestion } from '#sync/contract/quiz-authoring.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { fileName, saveFile, saveTable } from '../../ui/save-file.ts';
import { giftOf, tableOf } from './write-gift.ts';

/** The questions with their key, as files that can be imported again. */
export function ExportMenu({ title, questions }: { title: string; questions: readonly AdminQuestion[] }) {
  const saveGift = () => saveFile(fileName(title, 'gift.txt'), giftOf(questions), 'text/plain;charset=utf-8');
  const saveAs = (format: 'csv' | 'xlsx') => {
    const { heading, rows } = tableOf(questions);
    void saveTable(title, heading, rows, format);
  };
  return (
    <Menu
      trigger={
        <Button icon={Download} variant="secondary">
          Export
        </Button>
      }
      groups={[
        {
          items: [
            { label: 'CSV', note: 'A table, with points', onSelect: () => saveAs('csv') },
            { label: 'Excel', note: 'The same as .xlsx', onSelect: () => saveAs('xlsx') },
            { label: 'GIFT', note: 'For Moodle and others, without points', onSelect: saveGift },
          ],
        },
      ]}
    />
  );
}
