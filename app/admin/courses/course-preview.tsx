import { CourseGoals, CourseHeading } from '../../learn/course/course-heading.tsx';
import { CourseThumbnail } from '../../learn/course/course-thumbnail.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { type CourseForm, minutesIn } from './course-form.ts';

/** The course page as a learner would see it, from the values in the form. */
export function CoursePreview({ form, onClose }: { form: CourseForm; onClose: () => void }) {
  const course = {
    ...form,
    title: form.title.trim() || 'Title',
    description: form.description.trim() || 'Description',
    category: form.category || 'Category',
    level: form.level || 'Level',
    duration: Math.max(0, minutesIn(form.duration)),
    instructorName: form.instructorName.trim() || 'Instructor Name',
    instructorAvatar: null,
    enrollmentCount: 0,
    rating: 0,
    reviewCount: 0,
  };
  return (
    <Dialog open onOpenChange={onClose} title="Preview" description="What a learner will see.">
      <CourseThumbnail
        course={{ thumbnail: form.thumbnail.trim() || null, visibility: 'public', isPublished: true }}
        className="rounded-lg"
        first
      />
      <CourseHeading course={course} level={3} />
      <CourseGoals course={course} level={4} />
      <section className="flex flex-col gap-3">
        <h4 className="font-semibold text-xl">Course Content</h4>
        <p className="text-ink-soft">This course has no lessons yet.</p>
      </section>
      <Button variant="secondary" onClick={onClose}>
        Back to the Form
      </Button>
    </Dialog>
  );
}
