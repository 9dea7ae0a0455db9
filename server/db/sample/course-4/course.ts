import type { SampleCourse } from '../shape.ts';
import { standardModules } from '../standard-modules.ts';
import { lessons as module1 } from './module-1.ts';
import { lessons as module2 } from './module-2.ts';
import { lessons as module3 } from './module-3.ts';
import { lessons as module4 } from './module-4.ts';
import { lessons as module5 } from './module-5.ts';
import { lessons as module6 } from './module-6.ts';
import { lessons as module7 } from './module-7.ts';

export const course: SampleCourse = {
  id: 4,
  title: 'Certified Field Inspector',
  description:
    'The advanced course for inspectors who already scan alone. Make sound decisions on difficult sites, prove every finding, review reports, and train new inspectors. It closes with a certification test and a field project.',
  category: 'software',
  level: 'advanced',
  visibility: 'public',
  price: 0,
  durationMinutes: 95,
  instructorName: 'Tomas Reyes',
  objectives: [
    'Stop, hand over, or decline work for a clear reason and leave a usable record',
    'Plan and verify scans of complex buildings with loops, segments, and laser checks',
    'Grade findings by risk and refer to the right specialist in time',
    'Finish floor plans with stated area rules, tolerances, and honest edits',
    'Review reports of colleagues and mentor new inspectors on site',
  ],
  prerequisites: [
    "The course 'Property Inspection Field Training', or equal experience",
    'At least ten orders scanned and submitted on your own',
    'Access to a building with two levels and a colleague for the field project',
  ],
  modules: standardModules,
  lessons: [...module1, ...module2, ...module3, ...module4, ...module5, ...module6, ...module7],
};
