// /admin/courses (M4): every course that the person may edit, drafts too, and the way to a new one.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { AdminCourseList } from '#sync/contract/organization.ts';
import { categoryLabel } from '../../course-words.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { useTableAddress } from '../../ui/use-table-address.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { type Admin, AdminGate } from '../admin-gate.tsx';
import { useAskAll } from '../ask.ts';
import { TableSkeleton } from '../table-skeleton.tsx';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';
import { courseColumns, passes } from './course-columns.tsx';
import { NewCourseDialog } from './new-course-dialog.tsx';
import { visibilityOptions } from './option-lists.ts';

export function AdminCoursesPage() {
  usePageTitle('Courses');
  return <AdminGate opens="any">{(admin) => <Courses admin={admin} />}</AdminGate>;
}

function Courses({ admin }: { admin: Admin }) {
  const [isMaking, setIsMaking] = useState(false);
  const newCourse = (
    <Button onClick={() => setIsMaking(true)}>
      <Plus aria-hidden className="size-5" />
      New Course
    </Button>
  );
  const { isSuperAdmin, organization } = admin;
  return (
    <AdminFrame
      title="Courses"
      back={{ to: paths.admin(), label: 'Back to Dashboard' }}
      description={isSuperAdmin ? 'The courses of every organization.' : `The courses of ${organization?.name}.`}
      actions={newCourse}
    >
      <CourseTable newCourse={() => setIsMaking(true)} />
      <NewCourseDialog admin={admin} open={isMaking} onOpenChange={setIsMaking} />
    </AdminFrame>
  );
}

const STATUSES = [
  ['published', 'Published'],
  ['draft', 'Draft'],
] as const;

function CourseTable({ newCourse }: { newCourse: () => void }) {
  const { data, trouble, again } = useAskAll('/api/admin/courses', AdminCourseList, ({ courses }) => courses);
  const { filter, change } = useTableAddress();
  if (trouble) return <TroubleView title={adminTexts.failedCourses} trouble={trouble} again={again} />;
  if (!data) return <TableSkeleton label="Loading courses" />;
  const categories = [...new Set(data.map(({ category }) => category))].sort();
  const categoryOptions = categories.map((one) => [one, categoryLabel(one)] as const);
  const chosen = {
    category: filter('category', categoryOptions),
    visibility: filter('visibility', visibilityOptions),
    status: filter('status', STATUSES),
  };
  const clear = () => change({ category: '', visibility: '', status: '', search: '' });
  return (
    <DataTable
      label="Courses"
      noun="course"
      rows={data.filter((course) => passes(course, chosen))}
      rowKey={({ id }) => String(id)}
      columns={courseColumns}
      filters={
        <>
          <Choice
            label="Category"
            value={chosen.category}
            options={[['', 'All categories'], ...categoryOptions]}
            onChange={(category) => change({ category })}
          />
          <Choice
            label="Visibility"
            value={chosen.visibility}
            options={[['', 'All visibilities'], ...visibilityOptions]}
            onChange={(visibility) => change({ visibility })}
          />
          <Choice
            label="Status"
            value={chosen.status}
            options={[['', 'All statuses'], ...STATUSES]}
            onChange={(status) => change({ status })}
          />
        </>
      }
      empty={
        data.length === 0 ? (
          <EmptyState title="No courses yet" action={<Button onClick={newCourse}>New Course</Button>}>
            A course that is made here can be published and taken at once.
          </EmptyState>
        ) : (
          <EmptyState
            title="Nothing found"
            action={
              <Button variant="secondary" onClick={clear}>
                Clear the filters
              </Button>
            }
          />
        )
      }
    />
  );
}
