import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import type { Admin } from '../admin-gate.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { UnpublishDialog } from './unpublish-dialog.tsx';

/** Asks before it shows the course to its learners, or takes it away from them; the other word takes it back. */
export function PublishButton({ admin, course }: { admin: Admin; course: AdminCourse }) {
  const [asked, setAsked] = useState<'publish' | 'unpublish'>();
  const close = () => setAsked(undefined);
  const { isPublished } = course;
  const Icon = isPublished ? EyeOff : Eye;
  return (
    <>
      <Button
        variant={isPublished ? 'secondary' : 'primary'}
        onClick={() => setAsked(isPublished ? 'unpublish' : 'publish')}
      >
        <Icon aria-hidden className="size-5" />
        {isPublished ? 'Unpublish' : 'Publish'}
      </Button>
      <PublishDialog course={course} open={asked === 'publish'} onClose={close} />
      <UnpublishDialog admin={admin} course={course} open={asked === 'unpublish'} onClose={close} />
    </>
  );
}
