import { Check, Clock, Languages, Users } from 'lucide-react';
import { courseDurationLabel } from '#sync/contract/course.ts';
import { initials } from '#sync/contract/profile.ts';
import { CourseThumbnail } from '../../learn/course/course-thumbnail.tsx';
import { categoryLabel, counted, GENERAL_GOALS, levelLabel } from '../../learn/messages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Rating } from '../../ui/rating.tsx';
import { type CourseForm, minutesIn } from './course-form.ts';

/** The course page as a learner would see it, from the values in the form. */
export function CoursePreview({ form, onClose }: { form: CourseForm; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Preview" description="What a learner will see.">
      <Heading form={form} />
      <Goals form={form} />
      <section className="flex flex-col gap-2">
        <h4 className="font-semibold text-lg">Course Content</h4>
        <p className="text-ink-soft">This course has no lessons yet.</p>
      </section>
      <Button variant="secondary" onClick={onClose}>
        Back to the Form
      </Button>
    </Dialog>
  );
}

function Heading({ form }: { form: CourseForm }) {
  const { title, description, category, level, language, duration, instructorName } = form;
  const facts = [
    { icon: Users, text: `${counted(0, 'learner')} enrolled` },
    { icon: Clock, text: courseDurationLabel(Math.max(0, minutesIn(duration))) },
    { icon: Languages, text: language },
  ];
  const name = instructorName.trim() || 'Instructor Name';
  return (
    <>
      <CourseThumbnail
        course={{ thumbnail: form.thumbnail.trim() || null, visibility: 'public', isPublished: true }}
        className="rounded-lg"
        first
      />
      <div className="flex flex-wrap gap-2">
        <Badge tone="accent">{category ? categoryLabel(category) : 'Category'}</Badge>
        <Badge>{level ? levelLabel(level) : 'Level'}</Badge>
      </div>
      <h3 className="font-bold text-2xl tracking-tight">{title.trim() || 'Title'}</h3>
      <p className="whitespace-pre-line text-ink-soft">{description.trim() || 'Description'}</p>
      <ul className="flex flex-wrap items-center gap-x-5 gap-y-2 text-ink-soft text-sm">
        <li>
          <Rating value={0} count={0} />
        </li>
        {facts.map(({ icon: Icon, text }) => (
          <li key={text} className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className="size-4" />
            {text}
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-2.5">
        <Avatar src={null} letters={initials(name)} />
        <span>
          <span className="block text-ink-soft text-sm leading-tight">Instructor</span>
          <span className="font-medium leading-tight">{name}</span>
        </span>
      </p>
    </>
  );
}

function Goals({ form: { objectives, prerequisites } }: { form: CourseForm }) {
  const goals = objectives.length > 0 ? objectives : GENERAL_GOALS;
  return (
    <>
      <section className="flex flex-col gap-2">
        <h4 className="font-semibold text-lg">What you'll learn</h4>
        <ul className="flex flex-col gap-2">
          {goals.map((goal, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
            <li key={index} className="flex items-start gap-2.5">
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
              <span className="min-w-0">{goal}</span>
            </li>
          ))}
        </ul>
      </section>
      {prerequisites.length > 0 && (
        <section className="flex flex-col gap-2">
          <h4 className="font-semibold text-lg">Before you start</h4>
          <ul className="list-disc pl-6 marker:text-accent-text">
            {prerequisites.map((need, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand twice
              <li key={index}>{need}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
