import type { SampleModule } from './shape.ts';

/** The seven modules that courses 1 and 4 share. */
export const standardModules: SampleModule[] = [
  {
    title: 'Orientation',
    description: 'What a field inspector does, the kit you carry, the words we use, and how to stay safe on site.',
    startLessonIndex: 1,
    endLessonIndex: 4,
  },
  {
    title: 'Navigating the App & Account Setup',
    description:
      'Set up your SiteScan account, find your way around the screens, and prepare the phone for a day without signal.',
    startLessonIndex: 5,
    endLessonIndex: 8,
  },
  {
    title: 'Order Management System',
    description: 'Find, accept and plan orders, call the contact, and close or reschedule an order the right way.',
    startLessonIndex: 9,
    endLessonIndex: 13,
  },
  {
    title: 'Executing a High-Quality Scan',
    description:
      'Walk a clean path, handle light and glass, check the result before you leave, and look after the scanner.',
    startLessonIndex: 14,
    endLessonIndex: 18,
  },
  {
    title: 'Post-Scan Data Collection & Inspection Reports',
    description: 'Take photos and notes that prove something, rate what you see, and build the inspection report.',
    startLessonIndex: 19,
    endLessonIndex: 23,
  },
  {
    title: 'Advanced Editing and Finalization',
    description:
      'Correct the floor plan, check areas and labels, answer review comments, and submit the finished order.',
    startLessonIndex: 24,
    endLessonIndex: 27,
  },
  {
    title: 'Help, Support, and Troubleshooting',
    description:
      'Recover from faults in the field, ask support for help in a useful way, and show what you have learned.',
    startLessonIndex: 28,
    endLessonIndex: 31,
  },
];
