import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { levelLabel } from '../../learn/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Admin } from '../frame/admin-gate.tsx';
import { VISIBILITY_LABELS } from '../frame/option-lists.ts';
import { EditCourseDialog } from './edit-course-dialog.tsx';

const number = new Intl.NumberFormat('en');
const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2 });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** 'N min', from an hour on 'Xh Ym', from whole minutes. */
const durationText = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;

/** 'Course Information', and the way to change it. */
export function GeneralTab({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [isEditing, setIsEditing] = useState(false);
  const { visibility, organization, price } = course;
  const facts: [name: string, fact: string][] = [
    ['Instructor', course.instructorName],
    ['Duration', durationText(course.duration)],
    ['Level', levelLabel(course.level)],
    ['Language', course.language],
    ['Enrollments', number.format(course.enrollmentCount)],
    ['Rating', course.rating.toFixed(1)],
    ['Created', day.format(new Date(course.createdAt))],
    ['Visibility', VISIBILITY_LABELS[visibility]],
    ['Organization', organization?.name ?? 'None'],
    ['Price', price === 0 ? 'Free' : money.format(price / 100)],
  ];
  return (
    <Card className="flex flex-col gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-xl">Course Information</h2>
        <Button variant="secondary" onClick={() => setIsEditing(true)}>
          <Pencil aria-hidden className="size-5" />
          Edit Course
        </Button>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd className="font-medium">{fact}</dd>
          </div>
        ))}
      </dl>
      {isEditing && <EditCourseDialog admin={admin} course={course} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}
