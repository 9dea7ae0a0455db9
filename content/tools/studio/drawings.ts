// Every line drawing by name: 320 x 320, without a colour of its own.

import { housesAndPlans } from './drawings-of-houses.ts';
import { kit } from './drawings-of-kit.ts';
import { paper } from './drawings-of-paper.ts';

export const drawings = { ...housesAndPlans, ...kit, ...paper };

export type DrawingName = keyof typeof drawings;
