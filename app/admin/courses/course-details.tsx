import { Card } from '../../ui/card.tsx';
import { CourseFields } from './course-fields.tsx';
import { SCREEN_CATEGORIES, SCREEN_LANGUAGES } from './option-lists.ts';
import { ThumbnailField } from './thumbnail-field.tsx';
import { TypedList } from './typed-list.tsx';
import type { TypedCourse } from './use-course-form.ts';

/** The tab 'Course Details' of the creation screen. */
export function CourseDetails({ typed }: { typed: TypedCourse }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card className="flex flex-col gap-4 p-5">
        <h2 className="font-semibold text-lg">Basic information</h2>
        <CourseFields typed={typed} categories={SCREEN_CATEGORIES} languages={SCREEN_LANGUAGES} choosesAll />
      </Card>
      <div className="flex flex-col gap-6">
        <Card className="flex flex-col gap-4 p-5">
          <h2 className="font-semibold text-lg">Thumbnail</h2>
          <ThumbnailField typed={typed} />
        </Card>
        <Card className="p-5">
          <TypedList typed={typed} of="objectives" />
        </Card>
        <Card className="p-5">
          <TypedList typed={typed} of="prerequisites" />
        </Card>
      </div>
    </div>
  );
}
