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
  id: 1,
  title: 'Property Inspection Field Training',
  description:
    'Learn to inspect a house with SiteScan: take an order, scan every room, collect photos and notes, correct the floor plan, and submit a report that passes review. Short lessons, made for use on site.',
  category: 'software',
  level: 'beginner',
  visibility: 'public',
  price: 0,
  durationMinutes: 58,
  instructorName: 'Maren Holt',
  objectives: [
    'Set up SiteScan and work a whole day without signal',
    'Accept, plan and close orders on time',
    'Scan a house with at least 95 percent coverage and a loop error of 2 cm or less',
    'Record findings with photos, notes and ratings that another person can follow',
    'Finish a floor plan and submit a report that passes review',
  ],
  prerequisites: [
    'A phone with the SiteScan app and 10 GB of free space',
    'Permission to enter and photograph one flat or small house for the project at the end',
  ],
  lessonWindow: { from: 5, to: 31 },
  modules: standardModules,
  lessons: [...module1, ...module2, ...module3, ...module4, ...module5, ...module6, ...module7],
};
