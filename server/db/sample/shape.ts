// What the sample content is made of: plain objects, one file per module or course, inserted by seed.ts on an empty database.

/** The narrated clips in ./media: `<name>.mp4` with `<name>.vtt`. Several lessons may share one. */
export type ClipName =
  | 'welcome-to-the-field'
  | 'set-up-your-account'
  | 'find-your-next-order'
  | 'walk-the-scan-path'
  | 'light-mirrors-and-glass'
  | 'check-the-scan-on-site'
  | 'photos-and-notes'
  | 'finish-the-floor-plan'
  | 'when-something-goes-wrong'
  | 'care-for-the-scanner';

export interface SampleQuestion {
  text: string;
  /** single_choice and true_false have exactly one correct answer, multiple_choice one or more. */
  type: 'single_choice' | 'multiple_choice' | 'true_false';
  points?: number;
  /** Shown in the review after a submission. */
  explanation: string;
  answers: { text: string; isCorrect?: true }[];
}

export interface SampleLesson {
  orderIndex: number;
  /** The kind of a lesson without a clip follows from its title: quiz, exam or assessment, capstone, else text. */
  title: string;
  description: string;
  /** A video lesson; its duration is the clip's. */
  clip?: ClipName;
  /** Estimated minutes of a lesson without a clip. */
  minutes?: number;
  isPreview?: true;
  /** 10 when absent. */
  points?: number;
  /** Markdown. */
  body: string;
  questions?: SampleQuestion[];
}

export interface SampleModule {
  title: string;
  description: string;
  startLessonIndex: number;
  endLessonIndex: number;
}

export interface SampleCourse {
  id: number;
  title: string;
  description: string;
  category: string;
  level: 'beginner' | 'intermediate' | 'advanced';
  visibility: 'public' | 'private' | 'organization';
  /** Whole cents. */
  price: number;
  durationMinutes: number;
  instructorName: string;
  objectives: string[];
  prerequisites: string[];
  /** Only lessons of these orderIndexes exist for a learner. */
  lessonWindow?: { from: number; to: number };
  modules: SampleModule[];
  lessons: SampleLesson[];
}
