import { TextList } from './text-list.tsx';
import type { TypedCourse } from './use-course-form.ts';

const WORDS = {
  objectives: { title: 'Learning objectives', label: 'Add a learning objective' },
  prerequisites: { title: 'Prerequisites', label: 'Add a prerequisite' },
} as const;

/** One of the two lists of a course form. */
export function TypedList({ typed, of }: { typed: TypedCourse; of: keyof typeof WORDS }) {
  const { form, change, faults } = typed;
  return <TextList {...WORDS[of]} items={form[of]} error={faults[of]} onChange={(items) => change({ [of]: items })} />;
}
